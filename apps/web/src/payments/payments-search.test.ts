import { expect, test } from 'vitest'
import { paymentsSearch, paymentTabs, tabPath } from './payments-search.ts'

test('every tab has an address that leads back to it', () => {
  for (const tab of paymentTabs.filter((one) => one !== 'balance')) {
    const query = tabPath(tab).split('?')[1]
    const raw = Object.fromEntries(new URLSearchParams(query))
    expect(paymentsSearch(raw).tab ?? 'card').toBe(tab)
  }
  expect(tabPath('balance')).toBe('/payments/balance')
})

test('no tab, the first one and one that does not exist are the first one', () => {
  for (const raw of [{}, { tab: 'card' }, { tab: 'wallet' }, { tab: 7 }])
    expect(paymentsSearch(raw)).toEqual({})
  expect(paymentsSearch({ add: 'open' })).toEqual({ add: 'open' })
  expect(paymentsSearch({ tab: 'FAQ', add: 'open' })).toEqual({ tab: 'faq' })
})
