import { expect, test } from 'vitest'
import { paymentsSearch, paymentTabs, tabPath } from './payments-search.ts'

test('every tab has an address that leads back to it', () => {
  for (const tab of paymentTabs.filter((one) => one !== 'balance')) {
    const query = tabPath(tab).split('?')[1]
    const raw = Object.fromEntries(new URLSearchParams(query))
    expect(paymentsSearch.parse(raw).tab).toBe(tab)
  }
  expect(tabPath('balance')).toBe('/payments/balance')
})

test('a missing or unknown tab is the first tab, which the address omits', () => {
  for (const raw of [{}, { tab: 'card' }, { tab: 'wallet' }, { tab: 7 }])
    expect(paymentsSearch.write(raw)).toEqual({})
  expect(paymentsSearch.write({ add: 'open' })).toEqual({ add: 'open' })
  expect(paymentsSearch.write({ tab: 'FAQ', add: 'open' })).toEqual({ tab: 'faq' })
})

test('only the history has pages, and the address omits the first one', () => {
  const tab = 'paymentHistory'
  expect(paymentsSearch.write({ tab, page: '2' })).toEqual({ tab, page: 2 })
  expect(paymentsSearch.write({ tab, page: 12 })).toEqual({ tab, page: 12 })
  for (const page of ['1', '0', '-2', '1.5', 'x', '', undefined])
    expect(paymentsSearch.write({ tab, page })).toEqual({ tab })
  expect(paymentsSearch.write({ tab: 'faq', page: '2' })).toEqual({ tab: 'faq' })
})

test('the history reads its filters, and drops invalid ones', () => {
  const tab = 'paymentHistory'
  const filters = { status: 'refunded', from: '2026-11-01', to: '2026-11-30' }
  expect(paymentsSearch.write({ tab, ...filters, page: 2 })).toEqual({ tab, ...filters, page: 2 })
  expect(paymentsSearch.write({ tab, status: 'toString', from: '2026-02-30', to: 7 })).toEqual({
    tab,
  })
  // The activity includes cards, and has no status.
  expect(paymentsSearch.write({ tab, view: 'activity', ...filters })).toEqual({
    tab,
    view: 'activity',
  })
  expect(paymentsSearch.write({ tab, view: 'all' })).toEqual({ tab })
})
