import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase, invoiceRecord } from './import-fixture.ts'
import { importRecords } from './import-records.ts'
import { recordSource } from './sources.ts'

// One kilobyte per line, so that a few thousand fill several of the import's batches.
const lineItems = [{ productName: 'long', description: 'x'.repeat(1000), total: 1 }]
const numbered = (at: number) => invoiceRecord({ invoiceNumber: `B-${at}`, lineItems })
const many = Array.from({ length: 4000 }, (_, at) => numbered(at))
const bad = invoiceRecord({ amount: 'much' })

const lines = 'select count(*) from invoice_line'
const linesOfInvoices = `${lines} l join invoice i on i.account_id = l.account_id and i.id = l.invoice_id`
// Rolled back rows leave their space behind.
const written = `select pg_relation_size('invoice_line') > 1000000`

test('lines that have arrived are gone when the source breaks off', async () => {
  const { db, take, column } = await importDatabase()
  function* breaksOff() {
    yield aldgate
    yield* many
    throw new Error('the line is dead')
  }
  await expect(importRecords(db, [recordSource('feed', breaksOff())])).rejects.toThrow('feed')
  expect(await column(written)).toEqual([true])
  expect(await column(lines)).toEqual([0])

  await take([aldgate, ...many])
  expect(await column(linesOfInvoices)).toEqual([4000])
})

test('lines that have arrived are gone when the last record is bad, and in a dry run', async () => {
  const { take, rejects, column } = await importDatabase()
  const refused = await take([aldgate, ...many, bad])
  expect(refused.outcome).toBe('refused')
  expect(rejects).toEqual([
    { file: 'test.ndjson', line: 4002, field: 'amount', reason: expect.any(String) as string },
  ])
  expect(await column(written)).toEqual([true])
  expect(await column(lines)).toEqual([0])

  expect((await take([aldgate, ...many], { dryRun: true })).outcome).toBe('dryRun')
  expect(await column(lines)).toEqual([0])
})

test('lines that have arrived are gone when the database ends the connection', async () => {
  const { db, owner, take, column } = await importDatabase()
  async function* connectionEnds() {
    for (const [at, record] of [aldgate, ...many].entries()) {
      if (at === 3000)
        await owner.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'import test'`)
      yield Buffer.from(`${JSON.stringify(record)}\n`)
    }
  }
  const source = { name: 'feed', open: () => Readable.from(connectionEnds()) }
  await expect(importRecords(db, [source])).rejects.toThrow(/terminat/)
  expect(await column(lines)).toEqual([0])
  expect((await take([aldgate, ...many])).kinds.get('invoice')?.inserted).toBe(4000)
})

test('no line of a rejected invoice stays', async () => {
  const { take, rejects, rows } = await importDatabase()
  const named = (invoiceNumber: string, productName: string, accountId = '10412') =>
    invoiceRecord({ invoiceNumber, accountId, lineItems: [{ productName, total: 1 }] })
  await take([
    aldgate,
    fairhaven,
    named('KEPT', 'kept'),
    named('CHANGED', 'old'),
    named('TWICE', 'kept'),
    named('OTHERS', 'kept', '10458'),
  ])
  const report = await take(
    [
      named('CHANGED', 'new'),
      named('CHANGED', 'new'),
      named('KEPT', 'kept'),
      named('TWICE', 'one'),
      named('TWICE', 'another'),
      named('OTHERS', 'taken over'),
      named('NEW', 'new'),
      named('NEW', 'new'),
      named('NEW-TWICE', 'one'),
      named('NEW-TWICE', 'another'),
      named('NOBODYS', 'lost', '4711'),
    ],
    { skipRejects: true },
  )
  expect(report.kinds.get('invoice')).toMatchObject({ inserted: 1, updated: 1, rejected: 6 })
  expect(rejects.map(({ line }) => line)).toEqual([4, 5, 6, 9, 10, 11])
  expect(
    await rows(`
      select i.invoice_number, l.account_id, l.line_no, l.product_name
        from invoice_line l
        left join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
       order by i.invoice_number`),
  ).toEqual([
    { invoice_number: 'CHANGED', account_id: '10412', line_no: 1, product_name: 'new' },
    { invoice_number: 'KEPT', account_id: '10412', line_no: 1, product_name: 'kept' },
    { invoice_number: 'NEW', account_id: '10412', line_no: 1, product_name: 'new' },
    { invoice_number: 'OTHERS', account_id: '10458', line_no: 1, product_name: 'kept' },
    { invoice_number: 'TWICE', account_id: '10412', line_no: 1, product_name: 'kept' },
  ])
})

test('an invoice whose category alone changed keeps its lines', async () => {
  const { take, column } = await importDatabase()
  const category = { record: 'invoiceCategory', invoiceCategoryId: 7 }
  await take([aldgate, { ...category, name: 'License' }, invoiceRecord()])
  await take([{ ...category, name: 'Licenses' }])
  const [before] = await column('select xmin::text from invoice_line')
  const { kinds } = await take([invoiceRecord()])
  expect(kinds.get('invoice')?.updated).toBe(1)
  expect(await column('select xmin::text from invoice_line')).toEqual([before])
})

test('a source is read only as fast as the database accepts rows', async () => {
  const { owner, take, column } = await importDatabase()
  let read = 0
  const records = Array.from({ length: 12_000 }, (_, at) => {
    const record = numbered(at)
    return { toJSON: () => ((read += 1), record) }
  })
  await owner.query('begin')
  await owner.query('lock table invoice_line in access exclusive mode')
  const taken = take([aldgate, ...records])
  const isHeld = `
    select exists (select from pg_locks where relation = 'invoice_line'::regclass and not granted)`
  while (!(await column(isHeld))[0]) await setImmediate()
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
  // One batch is being sent, the next is full: some 3,200 records.
  expect(read).toBeLessThan(6000)
  await owner.query('commit')
  expect((await taken).kinds.get('invoice')?.inserted).toBe(12_000)
})
