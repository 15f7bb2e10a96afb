import { expect, test } from 'vitest'
import { formOf, labelsOf, matchingInvites } from './invite-rows.ts'

const invite = (email: string, sentDate: string) => ({
  id: email,
  email,
  createdDate: sentDate,
  sentDate,
  expirationDate: '2026-12-01T00:00:00.000Z',
  hasAccepted: false,
  inviteCode: 'code',
  userId: null,
  sentBy: null,
  problem: null,
  acceptedUserId: null,
  permissions: ['PayInvoices' as const, 'AccessInvoices' as const],
  categories: [{ invoiceCategoryId: 4, name: 'TTNET' }],
})
const older = invite('Ann@x.example', '2026-11-01T00:00:00.000Z')
const newer = invite('bob@y.example', '2026-11-02T00:00:00.000Z')

test('invitations are found by email, ignoring case, the last sent first', () => {
  expect(matchingInvites([older, newer], undefined)).toEqual([newer, older])
  expect(matchingInvites([older, newer], ' ann@X ')).toEqual([older])
  expect(matchingInvites([older, newer], 'zoe')).toEqual([])
})

test('an invitation that is sent again grants the same', () => {
  expect(formOf(older)).toEqual({
    email: 'Ann@x.example',
    permissions: ['PayInvoices', 'AccessInvoices'],
    categoryIds: [4],
  })
  expect(labelsOf(older.permissions)).toEqual(['Invoices', 'Pay Invoices'])
})
