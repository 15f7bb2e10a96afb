import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importDatabase } from './import-fixture.ts'
import { importRecords } from './import-records.ts'
import { noSharedData, sharedFile } from './shared-data.ts'
import { findSources } from './sources.ts'

interface Totals {
  companies: number
  invoices: number
  lineItems: number
  amountCents: number
  balanceCents: number
}

test.skipIf(noSharedData)(
  '25,900 real invoices match to the cent, and a second time nothing changes',
  async () => {
    const { db, rows } = await importDatabase()
    const sources = await findSources([sharedFile('online-retail.ndjson.gz')])
    const totals = JSON.parse(
      readFileSync(sharedFile('online-retail.totals.json'), 'utf8'),
    ) as Totals
    const decimal = (cents: number) => (cents / 100).toFixed(2)

    const first = await importRecords(db, sources)
    expect(first.kinds.get('company')?.inserted).toBe(totals.companies)
    expect(first.kinds.get('invoice')?.inserted).toBe(totals.invoices)
    expect(first.totals).toEqual([
      {
        currency: 'USD',
        invoices: totals.invoices,
        amount: decimal(totals.amountCents),
        balanceDue: decimal(totals.balanceCents),
      },
    ])
    const stored = `
    select count(*) as lines, sum(l.total_cents)::bigint as cents,
           (select sum(amount_cents)::bigint from invoice) as amount,
           (select sum(books_balance_cents)::bigint from invoice) as balance
      from invoice_line l`
    expect(await rows(stored)).toEqual([
      {
        lines: totals.lineItems,
        cents: totals.amountCents,
        amount: totals.amountCents,
        balance: totals.balanceCents,
      },
    ])

    const changes = `
    select (select sum(revision) from company_revision)::int as revisions,
           (select count(*) from history_entry) as entries,
           (select max(xmin::text::bigint) from invoice_line) as written`
    const before = await rows(changes)
    const second = await importRecords(db, sources)
    expect(second.totals).toEqual(first.totals)
    expect(second.kinds.get('invoice')).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 25_900,
    })
    expect(await rows(changes)).toEqual(before)
  },
)
