import { expect, test } from 'vitest'
import { matchingEntries, pageEntries } from './palette-entries.ts'

const labels = (
  role: 'SuperAdmin' | 'User',
  permissions: ('AccessInvoices' | 'ManageUsers')[] = [],
) => pageEntries({ role, permissions }, () => {}).map(({ label }) => label)

test('the palette offers only pages the user may open', () => {
  expect(labels('User')).toEqual(['Home', 'Notifications', 'Sessions'])
  expect(labels('User', ['AccessInvoices'])).toEqual([
    'Invoices',
    'Statements',
    'Home',
    'Spend',
    'Balance Breakdown',
    'Notifications',
    'Sessions',
  ])
  expect(labels('User', ['ManageUsers'])).not.toContain('Companies')
  expect(labels('SuperAdmin')).toContain('Companies')
})

test('every word must occur, and entries that start with the text come first', () => {
  const entries = [{ label: 'Pay invoice' }, { label: 'Invoices', note: 'page' }, { label: 'ERF' }]
  expect(matchingEntries(entries, 'inv').map(({ label }) => label)).toEqual([
    'Invoices',
    'Pay invoice',
  ])
  expect(matchingEntries(entries, 'page inv')).toHaveLength(1)
  expect(matchingEntries(entries, '')).toHaveLength(3)
})
