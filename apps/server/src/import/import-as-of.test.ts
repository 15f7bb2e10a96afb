import { expect, test } from 'vitest'
import { aldgate, importDatabase, invoiceRecord } from './import-fixture.ts'

const day = (n: number) => `2026-10-${String(n).padStart(2, '0')}T06:00:00Z`
const header = (n: number) => ({ record: 'header', asOf: day(n) })
const deleted = { record: 'delete', kind: 'invoice', key: 'INV-1' }
const balance = (cents: number) => invoiceRecord({ balanceDue: (cents / 100).toFixed(2) })

/** An empty database, and access to the import's state of INV-1. */
async function books() {
  const database = await importDatabase()
  await database.take([aldgate])
  return {
    ...database,
    balances: () => database.column('select books_balance_cents::int from invoice'),
    /** Imports the records and returns what happened to the invoice. */
    verdict: async (...records: object[]) => {
      const { kinds } = await database.take(records as never)
      const counts = kinds.get('invoice') ?? kinds.get('delete')
      return Object.entries(counts ?? {}).flatMap(([verdict, n]) => (n ? verdict : []))
    },
  }
}

test('an older record changes nothing and is counted; equal ones go by arrival', async () => {
  const { verdict, balances } = await books()
  expect(await verdict({ ...balance(10_000), asOf: day(5) })).toEqual(['inserted'])
  expect(await verdict({ ...balance(9000), asOf: day(4) })).toEqual(['stale'])
  expect(await balances()).toEqual([10_000])
  expect(await verdict({ ...balance(8000), asOf: day(5) })).toEqual(['updated'])
  expect(await balances()).toEqual([8000])
})

test('an unchanged later record updates the time', async () => {
  const { verdict, balances } = await books()
  await verdict({ ...balance(10_000), asOf: day(5) })
  expect(await verdict({ ...balance(10_000), asOf: day(9) })).toEqual(['unchanged'])
  expect(await verdict({ ...balance(100), asOf: day(7) })).toEqual(['stale'])
  expect(await balances()).toEqual([10_000])
})

test('a record’s own time comes first, then the header’s, then --as-of', async () => {
  const { take, balances, verdict } = await books()
  await verdict(header(5), balance(10_000))
  expect(await verdict(header(3), balance(9000))).toEqual(['stale'])
  expect(await verdict(header(3), { ...balance(8000), asOf: day(6) })).toEqual(['updated'])
  const report = await take([balance(7000)], { asOf: day(4) })
  expect(report.kinds.get('invoice')).toMatchObject({ stale: 1 })
  await take([balance(6000)], { asOf: day(7) })
  expect(await balances()).toEqual([6000])
})

test('once sent, the instant is required, even after the invoice was deleted', async () => {
  const { take, rejects, verdict } = await books()
  await verdict({ ...balance(10_000), asOf: day(5) })
  const missing = { field: 'asOf', reason: 'is missing: earlier records of this invoice had it' }
  for (const record of [balance(10_000), deleted]) {
    expect((await take([record])).outcome).toBe('refused')
    expect(rejects).toMatchObject([{ line: 1, ...missing }])
  }
  await verdict({ ...deleted, asOf: day(6) })
  await take([balance(10_000)])
  expect(rejects).toMatchObject([missing])
})

test('up to five minutes ahead count as now, more is rejected', async () => {
  const { take, verdict, rejects, column } = await books()
  const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await take([{ ...balance(10_000), asOf: ahead(6) }])
  expect(rejects).toMatchObject([{ field: 'asOf', reason: expect.stringContaining('ahead') }])
  expect(await verdict({ ...balance(10_000), asOf: ahead(4) })).toEqual(['inserted'])
  expect(await column('select as_of <= now() from invoice_extract')).toEqual([true])
  expect(await verdict({ ...balance(9000), asOf: ahead(0) })).toEqual(['updated'])
})

test('a deleted invoice contains no payments, and an old file does not restore it', async () => {
  const { verdict, balances, column } = await books()
  const portalPayments = [{ id: '0b8f0f3e-4d2a-4c1e-9f0a-0123456789ab', amount: '1' }]
  await verdict(header(5), { ...balance(10_000), portalPayments })
  expect(await verdict(header(4), deleted)).toEqual(['stale'])
  expect(await balances()).toEqual([10_000])
  expect(await verdict(header(8), deleted)).toEqual(['deleted'])
  expect(await column('select payment_id from invoice_portal_payment')).toEqual([])
  expect(await verdict(header(7), balance(10_000))).toEqual(['stale'])
  expect(await balances()).toEqual([])
  expect(await column('select line_no from invoice_line')).toEqual([])
  expect(await verdict(header(9), balance(5000))).toEqual(['inserted'])
})

test('copies of a record in one import are as new as the newest of them', async () => {
  const { verdict, balances } = await books()
  await verdict({ ...balance(10_000), asOf: day(5) })
  const copies = [4, 6].map((n) => ({ ...balance(9000), asOf: day(n) }))
  expect(await verdict(...copies)).toContain('updated')
  expect(await balances()).toEqual([9000])
})

test('records after a header without an instant are rejected with it', async () => {
  const { take, balances } = await books()
  const report = await take([{ record: 'header' }, balance(10_000)], { skipRejects: true })
  expect(report.firstRejects.map(({ line, field }) => [line, field])).toEqual([
    [1, 'asOf'],
    [2, 'asOf'],
  ])
  expect(await balances()).toEqual([])
})

test('a header has no other field', async () => {
  const { take, rejects } = await books()
  await take([{ record: 'header' }, { record: 'header', asOf: 'now', by: 'ERP' }])
  expect(rejects.map(({ line, field }) => [line, field])).toEqual([
    [1, 'asOf'],
    [2, 'asOf'],
    [2, 'by'],
  ])
})
