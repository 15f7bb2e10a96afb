import type { Permission } from '@portal/domain/session/permissions'
import { memberView } from '@portal/domain/team/member-view'
import { expect, test } from 'vitest'
import { changesInWords, landingName, marked, viewChanges } from './view-changes.ts'

const license = { invoiceCategoryId: 1, name: 'License' }
const view = (...permissions: Permission[]) =>
  memberView({ role: 'User', permissions }, [license], [license])

test('what comes and what goes is marked where it will stand', () => {
  expect(marked(['a', 'b', 'c', 'd'], ['a', 'c'], ['b', 'c'])).toEqual([
    { item: 'a', change: 'removed' },
    { item: 'b', change: 'added' },
    { item: 'c', change: 'kept' },
  ])
})

test('giving somebody their first permission shows the menu, the deeds and the categories it brings', () => {
  const changes = viewChanges(view(), view('AccessInvoices'))
  expect(changes.menu).toEqual([
    { item: 'INVOICES', change: 'added' },
    { item: 'STATEMENTS', change: 'added' },
  ])
  expect(changes.categories).toEqual([{ item: 'License', change: 'added' }])
  expect(changes.deeds.filter(({ changes }) => changes)).toEqual([
    { deed: 'seeInvoices', can: true, changes: true },
  ])
})

test('a change fits into a few words, for narrow places', () => {
  expect(changesInWords(view('AccessErfs'), view('AccessInvoices'))).toEqual({
    added: ['INVOICES', 'STATEMENTS', 'License', 'See and download invoices and statements'],
    removed: ['ERF', 'Approve or cancel equipment requests'],
  })
  const paying = view('AccessInvoices', 'PayInvoices')
  expect(changesInWords(paying, paying)).toEqual({ added: [], removed: [] })
})

test('nothing is marked while nothing is changed', () => {
  const changes = viewChanges(view('ManageUsers'), view('ManageUsers'))
  expect(changes.menu).toEqual([{ item: 'MANAGE', change: 'kept' }])
  expect(changes.deeds.some(({ changes }) => changes)).toBe(false)
})

test('a landing page has the name the menu gives it', () => {
  expect(landingName('/manage')).toBe('MANAGE')
  expect(landingName('/licenses')).toBe('LICENSES')
  expect(landingName('/')).toBe('The start page')
})
