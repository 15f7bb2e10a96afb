import { searchLimit } from '@portal/domain/kernel/list-limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { purchaseSearch } from '../accreditation/purchase-search.ts'
import { attentionSearch } from '../attention/attention-search.ts'
import { companiesSearch } from '../companies/companies-search.ts'
import { equipmentSearch } from '../equipment/equipment-search.ts'
import { invoiceDetailSearch, invoiceListSearch } from '../invoices/invoice-search.ts'
import { licensesSearch } from '../licenses/licenses-search.ts'
import { paymentsSearch } from '../payments/payments-search.ts'
import { confirmSearch, historySearch, teamSearch } from '../team/team-search.ts'
import {
  day,
  matching,
  oneOf,
  page,
  parseQuery,
  queryText,
  searchParams,
  text,
} from './search-params.ts'

const everyType = searchParams({
  text: text(10),
  choice: oneOf(['One', 'two']),
  size: oneOf(['10', 'all'], '10'),
  code: matching(/^[A-Z]{3}$/, (code) => code.toUpperCase()),
  day,
  page,
})
const read = (query: string) => everyType.parse(parseQuery(query))
const canonical = (query: string) => queryText(everyType.write(parseQuery(query)))

describe('one parameter', () => {
  test('text is cut at its limit and drops characters that cannot be shown or sent', () => {
    expect(read(`?text=${'x'.repeat(5000)}`).text).toBe('x'.repeat(10))
    expect(read('?text=a%00b%1Bc%0Ad').text).toBe('abcd')
    expect(read('?text=123456789%F0%9F%98%80').text).toBe('123456789')
    expect(everyType.parse({ text: 'a\uD800b' }).text).toBe('ab')
    // Spaces stay: the user is about to type the next word.
    expect(read('?text=two+w%20').text).toBe('two w ')
  })

  test('one of several values is found in any case', () => {
    expect(read('?choice=ONE&size=All')).toMatchObject({ choice: 'One', size: 'all' })
    expect(read('?choice=toString&size=__proto__')).toMatchObject({ choice: undefined, size: '10' })
  })

  test('a page is a whole number the server takes', () => {
    expect(read('?page=100000').page).toBe(100_000)
    for (const page of ['0', '-1', '1.5', '1e9', 'NaN', '100001', '0x10', ' 2', '٢', '02', ''])
      expect(read(`?page=${page}`).page, page).toBe(1)
  })

  test('a day exists', () => {
    expect(read('?day=2026-02-28').day).toBe('2026-02-28')
    expect(read('?day=2026-02-30').day).toBeUndefined()
  })
})

test('the last value of a repeated parameter counts', () => {
  expect(read('?text=a&text=b').text).toBe('b')
  expect(canonical('?text=a&text=b')).toBe('?text=b')
})

test('anything but text and numbers is ignored', () => {
  const given = { text: { a: 1 }, choice: [['One']], size: Object.create(null), page: true }
  expect(everyType.write(given)).toEqual({})
  for (const raw of [undefined, null, 7, 'text', []]) expect(everyType.write(raw)).toEqual({})
})

test('the address contains no default values and no undeclared parameters', () => {
  expect(canonical('?text=&size=10&page=1&choice=three&other=1&__proto__=2')).toBe('')
  expect(canonical('?page=2&size=ALL&code=abc')).toBe('?size=all&code=ABC&page=2')
})

test('parameters without a meaning beside the others are left out', () => {
  const search = searchParams({ sort: oneOf(['due']), order: oneOf(['desc']) }, ({ sort }) =>
    sort ? [] : ['order'],
  )
  expect(search.write({ order: 'desc' })).toEqual({})
  expect(search.write({ sort: 'due', order: 'desc' })).toEqual({ sort: 'due', order: 'desc' })
})

const screens = Object.entries({
  everyType,
  attentionSearch,
  companiesSearch,
  confirmSearch,
  equipmentSearch,
  historySearch,
  invoiceDetailSearch,
  invoiceListSearch,
  licensesSearch,
  paymentsSearch,
  purchaseSearch,
  teamSearch,
})

/** Junk, and near misses of declared values: in another case, with an extra sign. */
const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('Open', 'ALL', 'all', 'desc', 'ASC', '50', 'submitted', 'PaymentHistory', 'FAQ'),
  fc.constantFrom('activity', 'refunded', 'eur', '2', '100000', 'toString', '__proto__', '\0', ''),
)
const anything = fc.oneof(
  junk,
  fc.array(junk, { maxLength: 3 }),
  fc.anything({ withNullPrototype: true }),
)

describe.each(screens)('%s', (_name, search) => {
  const names = fc.constantFrom(...Object.keys(search.params), '__proto__', 'constructor', 'other')
  const raw = fc.dictionary(names, anything)

  test('reads anything without throwing, and returns only what it would write', () => {
    fc.assert(
      fc.property(raw, (raw) => {
        const read = search.parse(raw)
        expect(Object.keys(read)).toEqual(Object.keys(search.params))
        for (const value of Object.values(read)) expect(String(value).length).toBeLessThan(221)
        // Through a real address: reading returns what was written.
        const address = queryText(search.write(raw))
        expect(search.parse(parseQuery(address))).toEqual(read)
        expect(queryText(search.write(parseQuery(address)))).toBe(address)
        expect(search.parse(read)).toEqual(read)
      }),
    )
  })
})

test('the router detects every address that is not canonical', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
      const parsed = parseQuery(query)
      expect(parseQuery(queryText(parsed))).toEqual(parsed)
    }),
  )
  for (const query of ['?text=', '?text=a&text=a']) expect(queryText(parseQuery(query))).toBe(query)
})

test('a search is never longer than its box', () => {
  for (const { params } of [invoiceListSearch, equipmentSearch, historySearch, licensesSearch])
    expect(params.q.read('x'.repeat(5000))).toHaveLength(searchLimit)
})
