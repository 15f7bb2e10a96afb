import { expect, test } from 'vitest'
import { cast, companies } from './cast.ts'

const customers = companies.filter(({ isProvider }) => !isProvider)

test('every customer company has an admin and one person for each permission', () => {
  for (const { accountId, domain } of customers) {
    const staff = cast.filter((member) => member.accountId === accountId)
    expect(staff.map(({ permissions }) => permissions.join('+'))).toEqual([
      'AccessInvoices+PayInvoices+AccessLicenses+AccessErfs+ManageUsers',
      'AccessInvoices',
      'AccessInvoices+PayInvoices',
      'AccessLicenses',
      'AccessErfs',
      'ManageUsers',
    ])
    for (const { email } of staff) expect(email.endsWith(`@${domain}`)).toBe(true)
  }
})

test('all users who pay invoices also see them', () => {
  const payers = cast.filter(({ permissions }) => permissions.includes('PayInvoices'))
  expect(payers).toHaveLength(6)
  expect(payers.every(({ permissions }) => permissions.includes('AccessInvoices'))).toBe(true)
})

test('there is one super admin, at the provider, and every demo user is listed once', () => {
  const superAdmins = cast.filter(({ role }) => role === 'SuperAdmin')
  expect(superAdmins.map(({ email }) => email)).toEqual(['maya.okafor@meridian.example'])
  expect(new Set(cast.map(({ email }) => email)).size).toBe(cast.length)
})

test('one person has an open invitation, and one is unknown', () => {
  const outsiders = cast.filter(({ accountId }) => !accountId)
  expect(outsiders.map(({ email, invitedTo }) => [email, invitedTo])).toEqual([
    ['nina.petrov@newhire.example', '10412'],
    ['sam.stranger@elsewhere.example', undefined],
  ])
})
