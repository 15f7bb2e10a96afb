import pg from 'pg'
import { addDays, dayIn } from '@portal/domain/kernel/day'
import { bookInvoice } from '../../apps/server/src/invoices/book-movements.ts'
import { readStatement } from '../../apps/server/src/invoices/statement.queries.ts'
import { inTransaction, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import type { Scope } from '../../apps/server/src/platform/database/scope.ts'
import { booked } from '../data/booked-companies.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** Compares the data of statements with the plain sum of all lines, and the booking of an invoice in a large company with one in a small company. */
export async function movements(lab: Lab): Promise<Comparison[]> {
  const urls = await lab.bookedCompanies()
  const db = openDatabase({ connectionString: urls.app, name: 'bench', size: 2 })
  const system = openDatabase({ connectionString: urls.system, name: 'bench', size: 2 })
  const today = dayIn('UTC', new Date())
  const comparisons: Comparison[] = []
  const bookings: number[][] = []
  for (const { accountId, invoices } of booked) {
    // Reading a statement uses only these fields of the scope.
    const scope = { accountId, categoryIds: [1] } as unknown as Scope
    const of = (from: number, to: number) => () =>
      timed(() => readStatement(db, scope, { from: addDays(today, from), to: addDays(today, to) }))
    const open = await openInvoices(system, accountId)
    const measures = {
      sum: () =>
        timed(() =>
          system.query(
            'select currency, sum(cents) from invoice_movement where account_id = $1 group by currency',
            [accountId],
          ),
        ),
      now: of(-30, 0),
      past: of(-700, -670),
      book: () =>
        timed(() => inTransaction(system, (tx) => bookInvoice(tx, accountId, open.pop()!))),
    }
    await interleave(10, measures)
    const { sum, now, past, book } = await interleave(15, measures)
    const size = invoices.toLocaleString('en-US')
    comparisons.push(
      compare(
        `statement of this month, ${size} invoices`,
        now,
        'the sum of all lines',
        sum,
        milliseconds,
      ),
      compare(
        `statement of a past month, ${size} invoices`,
        past,
        'the sum of all lines',
        sum,
        milliseconds,
      ),
    )
    bookings.push(book)
  }
  await db.end()
  await system.end()
  return [
    ...comparisons,
    compare(
      'booking one of 500,000 invoices',
      bookings[1]!,
      'of 3,637',
      bookings[0]!,
      milliseconds,
    ),
  ]
}

async function openInvoices(db: pg.Pool, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from invoice where account_id = $1 and books_balance_cents > 0 limit 30',
    [accountId],
  )
  return rows.map(({ id }) => id)
}
