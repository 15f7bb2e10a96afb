import { signedMoney } from '@portal/domain/kernel/money'
import { expect, test } from 'vitest'
import { csvText } from '../ui/table-file.ts'
import { spendTable } from './export-spend.ts'
import { spendFigures, yearUntil } from './spend-figures.ts'
import { invoicesPath } from './spend-links.ts'
import { spendSearch } from './spend-search.ts'
import { groupingItems, groupLabel, monthSentence, percentText, shortMoney } from './spend-words.ts'

const figures = spendFigures(
  {
    currencyIsoCode: 'USD',
    currencies: ['USD'],
    months: ['2026-10', '2026-11'],
    groups: [
      { kind: 'named', name: '=TT Pro', count: 1, amounts: [0.1, 0.2] },
      { kind: 'notItemized', name: '', count: 1, amounts: [-5, 0] },
      { kind: 'other', name: '', count: 4, amounts: [1, 2] },
    ],
    changes: [{ kind: 'unnamed', name: '', amount: 0, before: 7.5 }],
    earlier: 0,
    later: 0,
    isOfVisible: true,
  },
  'product',
)

test('a change has a sign, and a percentage where it is meaningful', () => {
  expect([signedMoney(1250, 'USD'), signedMoney(-1250, 'USD'), signedMoney(0, 'USD')]).toEqual([
    '+$12.50',
    '−$12.50',
    '$0.00',
  ])
  expect(percentText(10_220, 10_000)).toBe('+2.2%')
  expect(percentText(9830, 10_000)).toBe('−1.7%')
  expect(percentText(10_000, 10_000)).toBe('0.0%')
  expect(percentText(1_000_001, 1_000_000)).toBe('+<0.1%')
  for (const [now, before] of [
    [5, 0],
    [5, -5],
    [1100, 100],
  ] as const)
    expect(percentText(now, before)).toBe('–')
})

test('amounts of an axis are short', () => {
  expect(shortMoney(30_000_000, 'USD')).toBe('$300K')
  expect(shortMoney(-150_000, 'EUR')).toBe('−€1.5K')
  expect(shortMoney(5000, 'JPY')).toBe('¥5K')
  expect(shortMoney(0, 'USD')).toBe('$0')
  expect(shortMoney(25, 'USD')).toBe('$0.25')
})

test('groups without a name have a descriptive text', () => {
  expect(figures.series.map(({ label, mark }) => [label, mark])).toEqual([
    ['=TT Pro', 1],
    ['Not itemized', 2],
    ['Other (4 products)', 0],
  ])
  expect(figures.totals).toEqual([-390, 220])
  expect(figures.changes[0]?.label).toBe('No product given')
  expect(groupLabel('other', '', 'site', 1)).toBe('Other (1 site)')
  expect(groupingItems.map(({ label }) => label)).toEqual(['Product', 'Type', 'Site', 'User'])
})

test('a month is compared with the previous month and with that of the previous year', () => {
  const months = [...Array(13).keys()].map(
    (at) => `${2025 + Math.floor((at + 10) / 12)}-${String(((at + 10) % 12) + 1).padStart(2, '0')}`,
  )
  const cents = months.map((_, at) => 1000 + at * 100)
  const sentence = monthSentence({ months, currency: 'USD' }, cents, 12)
  expect(sentence).toBe('Nov 2026, +$1.00 (+4.8%) on Oct 2026, +120.0% on Nov 2025')
  expect(monthSentence({ months, currency: 'USD' }, cents, 0)).toBe('Nov 2025')
  expect(yearUntil(cents, 12)).toBe(cents.slice(1).reduce((sum, one) => sum + one, 0))
  expect(yearUntil(cents, 1)).toBe(2100)
})

test('the CSV has the figures to the cent and their description, and runs no formula', () => {
  expect(csvText(spendTable(figures)).split('\r\n')).toEqual([
    '\uFEFF"Product, of the invoices you may see","Currency","2026-10","2026-11","Total"',
    '"\'=TT Pro","USD",0.10,0.20,0.30',
    '"Not itemized","USD",-5.00,0.00,-5.00',
    '"Other (4 products)","USD",1.00,2.00,3.00',
    '"Total","USD",-3.90,2.20,-1.70',
    '',
  ])
})

test('a bar leads to the invoices of its month, and of its type', () => {
  const group = { kind: 'named', name: 'Late Fee' } as const
  const by = { by: 'type', currency: 'USD' } as const
  expect(invoicesPath(by, { month: '2026-11', group })).toBe(
    '/invoices?type=Late+Fee&currency=USD&month=2026-11',
  )
  expect(invoicesPath({ ...by, by: 'product' }, { month: '2026-11', group })).toBe(
    '/invoices?currency=USD&month=2026-11',
  )
  expect(invoicesPath(by, { group: { kind: 'other', name: '' } })).toBe('/invoices?currency=USD')
})

test('the address contains only values other than the default, and drops invalid ones', () => {
  expect(spendSearch.write({ by: 'product', currency: 'eur', spread: 'yes' })).toEqual({
    currency: 'EUR',
    spread: 'yes',
  })
  for (const raw of [{ by: 'color' }, { month: '2026-13' }, { currency: 'EURO' }, { spread: 1 }])
    expect(spendSearch.write(raw)).toEqual({})
})
