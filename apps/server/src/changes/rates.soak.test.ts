import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Bill, BillLine } from '@portal/domain/changes/bill'
import { explainChange } from '@portal/domain/changes/explain-change'
import { pairLines } from '@portal/domain/changes/pair-lines'
import { findPrevious, indexBills } from '@portal/domain/changes/previous-bill'
import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { effort, isShared } from '../../../../tools/random-tests.ts'
import { importDatabase } from '../import/import-fixture.ts'
import { importRecords } from '../import/import-records.ts'
import { noSharedData, sharedFile } from '../import/shared-data.ts'
import { findSources } from '../import/sources.ts'
import { readSnapshot, type Database } from '../platform/database.ts'
import { billReading, billsBefore, findBill, type BillReader } from './bills.queries.ts'
import { explainBill, indexReading, previousBills } from './explain-invoice.ts'

interface Truth {
  previous: string[]
  /** A line of the earlier bill and the one of this bill that continues it; only if the earlier bill is a single one. */
  pairs?: [number, number][]
}

interface Answer {
  previous: string[]
  pairs: [BillLine, BillLine][]
}

async function load(file: string) {
  const loaded = await importDatabase()
  const { firstRejects } = await importRecords(loaded.db, await findSources([sharedFile(file)]))
  if (firstRejects.length > 0) throw new Error(JSON.stringify(firstRejects[0]))
  const invoices = await loaded.rows('select account_id, invoice_number from invoice order by id')
  const numbers = new Map<string, string[]>()
  for (const row of invoices) {
    const account = String(row['account_id'])
    numbers.set(account, [...(numbers.get(account) ?? []), String(row['invoice_number'])])
  }
  return { ...loaded, numbers }
}

/** Explains one invoice as the call does. */
const answerFor = (db: Database, reader: BillReader, number: string) =>
  readSnapshot(db, reader.accountId, async (tx) => {
    const head = await findBill(tx, reader, number)
    const readBills = billReading(tx, reader)
    const [bill] = await readBills([head!])
    const heads = await billsBefore(tx, reader, head!)
    const previous = await previousBills(indexReading(readBills), bill!, heads)
    const change =
      previous.length > 0
        ? await explainBill(tx, reader, readBills, bill!, previous, heads)
        : undefined
    return { bill: bill!, previous, change }
  })

test.skipIf(noSharedData)(
  '2,309 bills with known truth: the earlier bill and its lines are found as often as is promised',
  { timeout: 600_000 },
  async () => {
    const { db, numbers } = await load('bills-truth.ndjson.gz')
    const truth = JSON.parse(
      gunzipSync(readFileSync(sharedFile('bills-truth.answers.json.gz'))).toString(),
    ) as Record<string, Truth>
    const bills = new Map<string, Bill>()
    const answers = new Map<string, Answer>()
    for (const [accountId, invoices] of numbers)
      for (const number of invoices) {
        const reader = { accountId, categoryIds: null }
        const { bill, previous, change } = await answerFor(db, reader, number)
        bills.set(number, bill)
        const [first] = previous
        const { pairs } = pairLines(first?.lines ?? [], bill.lines)
        answers.set(number, {
          previous: previous.map(({ invoiceNumber }) => invoiceNumber),
          pairs: pairs.map(({ before, after }) => [before, after]),
        })
        const sum = change?.causes.reduce((all, { cents }) => all + cents, 0)
        expect(sum, number).toBe(change?.difference)
      }
    const rates = score(truth, answers, bills)
    console.log('of bills with known truth', rates)
    expect(answers.size).toBe(2309)
    expect(rates.previous).toBeGreaterThanOrEqual(99.2)
    expect(rates.precision).toBeGreaterThanOrEqual(99.8)
    expect(rates.recall).toBeGreaterThanOrEqual(99.4)
  },
)

/** In percent. Lines that are equal in every field are interchangeable. */
function score(
  truth: Record<string, Truth>,
  answers: ReadonlyMap<string, Answer>,
  bills: ReadonlyMap<string, Bill>,
) {
  const counts = { right: 0, hit: 0, said: 0, all: 0 }
  const textOf = (line: BillLine | undefined) =>
    JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  for (const [number, { previous, pairs }] of Object.entries(truth)) {
    const given = answers.get(number)!
    const isRight =
      previous.length === 0
        ? given.previous.length === 0
        : previous.some((one) => given.previous.includes(one))
    if (isRight) counts.right += 1
    if (!pairs || given.previous[0] !== previous[0]) continue
    const [before, after] = [bills.get(previous[0]!)!.lines, bills.get(number)!.lines]
    const left = new Map<string, number>()
    for (const [one, other] of given.pairs) {
      const key = `${textOf(one)}\n${textOf(other)}`
      left.set(key, (left.get(key) ?? 0) + 1)
    }
    counts.said += given.pairs.length
    counts.all += pairs.length
    for (const [from, to] of pairs) {
      const key = `${textOf(before[from])}\n${textOf(after[to])}`
      const times = left.get(key) ?? 0
      if (times === 0) continue
      counts.hit += 1
      left.set(key, times - 1)
    }
  }
  const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100
  return {
    previous: percent(counts.right, Object.keys(truth).length),
    precision: percent(counts.hit, counts.said),
    recall: percent(counts.hit, counts.all),
  }
}

test.skipIf(noSharedData)(
  'the causes of pairs of successive invoices of the real set sum to the difference: every twentieth, each seed others',
  { timeout: 600_000 },
  async () => {
    const { db, rows, numbers } = await load('online-retail.ndjson.gz')
    const none = () => undefined
    const facts = { monthsOf: none, otherInvoiceOf: none, isPerUser: () => false }
    let compared = 0
    // Counted over all companies: most have fewer than twenty invoices.
    let place = 0
    for (const accountId of numbers.keys()) {
      const reader = { accountId, categoryIds: null }
      const [newest] = await rows(
        `select invoice_number from invoice where account_id = '${accountId}' order by service_month desc limit 1`,
      )
      const bills = await readSnapshot(db, accountId, async (tx) => {
        // Bills of 133,600 lines are read at once.
        await tx.run(
          raw('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0'),
        )
        const head = await findBill(tx, reader, String(newest!['invoice_number']))
        return billReading(tx, reader)(await billsBefore(tx, reader, head!))
      })
      const index = indexBills(bills)
      for (const bill of bills) {
        place += 1
        if (!isShared(place, 20)) continue
        const previous = findPrevious(bill, index)
        if (previous.length === 0) continue
        const before = previous.flatMap(({ lines }) => lines)
        const moved = { movedAway: new Set<BillLine>(), movedHere: new Set<BillLine>() }
        const pairing = { ...pairLines(before, bill.lines), ...moved }
        const { causes, difference, sentence } = explainChange(previous, bill, pairing, facts)
        const sum = causes.reduce((cents, one) => cents + one.cents, 0)
        expect(sum, bill.invoiceNumber).toBe(difference)
        expect(sentence).not.toMatch(/undefined|NaN/)
        compared += 1
      }
    }
    console.log(`of the real set, ${compared} invoices continue an earlier one`)
    expect(compared).toBeGreaterThan(effort === 1 ? 100 : 3500)
  },
)
