import { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
} from '../../test/import/import-fixture.ts'
import { importInTransaction, importRecords } from './import-records.ts'
import { recordSource } from './sources.ts'

const numbered = (nth: number) => invoiceRecord({ invoiceNumber: `INV-${nth}` })
const bad = invoiceRecord({ invoiceNumber: 'INV-2', amount: 'much' })
const companies = 'select account_id from company'

test('one bad line stops the import, unless rejects are skipped', async () => {
  const { take, rejects, column } = await importDatabase()
  const refused = await take([aldgate, invoiceRecord(), bad])
  expect(rejects).toMatchObject([{ file: 'test.ndjson', line: 3, field: 'amount' }])
  expect(refused.outcome).toBe('refused')
  expect(refused.kinds.get('invoice')).toMatchObject({ inserted: 0, rejected: 1 })
  expect(await column(companies)).toEqual([])

  const loaded = await take([aldgate, invoiceRecord(), bad], { skipRejects: true })
  expect(loaded.outcome).toBe('loaded')
  expect(loaded.kinds.get('invoice')).toMatchObject({ inserted: 1, rejected: 1 })
  expect(await column('select invoice_number from invoice')).toEqual(['INV-1'])
})

test('a dry run reports the result and changes nothing', async () => {
  const { take, column } = await importDatabase()
  const dry = await take([aldgate, invoiceRecord()], { dryRun: true })
  expect(dry.outcome).toBe('dryRun')
  expect(dry.totals).toMatchObject([{ currency: 'USD', amount: '100.00' }])
  expect(await column(companies)).toEqual([])
  expect(await column('select description from history_entry')).toEqual([])

  const { kinds, totals } = await take([aldgate, invoiceRecord()])
  expect({ kinds, totals }).toEqual({ kinds: dry.kinds, totals: dry.totals })
})

test('each changed company gets one entry in its history', async () => {
  const user = { record: 'user', email: 'ana@aldgate.example', accountId: '10412' }
  const { take, column } = await importDatabase(aldgate, fairhaven, numbered(1), numbered(2))
  await take([aldgate, user, numbered(1), { ...numbered(2), name: 'new' }])
  await take([aldgate, user])
  const gone = { record: 'delete', kind: 'invoice', key: 'INV-2' }
  await take([numbered(3), numbered(4), { ...numbered(1), name: 'newer' }, gone])
  const entries = `
    select concat_ws(', ', account_id, actor_name, ip_address, category, entry_type, description)
      from history_entry order by account_id, id`
  expect(await column(entries)).toEqual([
    '10412, Import, system, Import, Import, 1 company added; 2 invoices added',
    '10412, Import, system, Import, Import, 1 user added; 1 invoice updated',
    '10412, Import, system, Import, Import, 2 invoices added, 1 updated, 1 removed',
    '10458, Import, system, Import, Import, 1 company added',
  ])
})

test('a second import waits for the first and reports it', async () => {
  const { db, take, owner, column } = await importDatabase()
  await owner.query('begin')
  await owner.query(`select pg_advisory_xact_lock(hashtext('portal import'))`)
  let waiting = () => {}
  const waits = new Promise<void>((resolve) => (waiting = resolve))
  const second = take([aldgate], { onWait: () => waiting() })
  await waits
  expect(await column(companies)).toEqual([])
  await owner.query('commit')
  expect((await second).outcome).toBe('loaded')

  let told = false
  await importRecords(db, [recordSource('x', [fairhaven])], { onWait: () => (told = true) })
  expect(told).toBe(false)
})

// One kilobyte per line, so that a few thousand fill several of the import's batches.
const lineItems = [{ productName: 'long', description: 'x'.repeat(1000), total: 1 }]
const long = (at: number) => invoiceRecord({ invoiceNumber: `B-${at}`, lineItems })
const many = Array.from({ length: 4000 }, (_, at) => long(at))

const lines = 'select count(*) from invoice_line'

test('nothing is stored when the source breaks off', async () => {
  const { db, take, column } = await importDatabase()
  function* breaksOff() {
    yield aldgate
    yield* many
    throw new Error('the line is dead')
  }
  await expect(importRecords(db, [recordSource('feed', breaksOff())])).rejects.toThrow(
    'feed cannot be read: the line is dead',
  )
  expect([await column(lines), await column(companies)]).toEqual([[0], []])

  await take([aldgate, ...many])
  expect(await column(lines)).toEqual([4000])
})

test('nothing is stored when the database ends the connection', async () => {
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

test('no line of a rejected invoice is stored', async () => {
  const named = (invoiceNumber: string, productName: string, accountId = '10412') =>
    invoiceRecord({ invoiceNumber, accountId, lineItems: [{ productName, total: 1 }] })
  const { take, rejects, column } = await importDatabase(
    aldgate,
    fairhaven,
    named('KEPT', 'kept'),
    named('CHANGED', 'old'),
    named('TWICE', 'kept'),
    named('OTHERS', 'kept', '10458'),
  )
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
    await column(`
      select concat_ws(' ', i.invoice_number, l.account_id, l.line_no, l.product_name)
        from invoice_line l
        left join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
       order by i.invoice_number`),
  ).toEqual([
    'CHANGED 10412 1 new',
    'KEPT 10412 1 kept',
    'NEW 10412 1 new',
    'OTHERS 10458 1 kept',
    'TWICE 10412 1 kept',
  ])
})

test('an invoice with only a new category keeps its lines', async () => {
  const category = { record: 'invoiceCategory', invoiceCategoryId: 7, name: 'License' }
  const { take, verdict, column } = await importDatabase(aldgate, category, invoiceRecord())
  await take([{ ...category, name: 'Licenses' }])
  const before = await column('select xmin::text from invoice_line')
  expect(await verdict('invoice', invoiceRecord())).toEqual(['updated'])
  expect(await column('select xmin::text from invoice_line')).toEqual(before)
})

test('a source is read only as fast as the database accepts rows', async () => {
  const { db } = await importDatabase()
  let read = 0
  const records = Array.from({ length: 12_000 }, (_, at) => {
    const record = long(at)
    return { toJSON: () => ((read += 1), record) }
  })
  const held: (() => void)[] = []
  const slow = new Writable({ write: (_rows, _encoding, accept) => held.push(accept) })
  const report = await inTransaction(db, async (tx) => {
    // Fails the first batch that has lines.
    vi.spyOn(tx, 'connection', 'get').mockReturnValueOnce({ query: () => slow } as never)
    const taken = importInTransaction(tx, [recordSource('test.ndjson', [aldgate, ...records])])
    while (held.length === 0) await setImmediate()
    for (let turn = 0; turn < 20_000; turn += 1) await setImmediate()
    // One batch is being sent, the next is full: some 4,100 records.
    expect(read).toBeLessThan(6000)
    held[0]!()
    return taken
  })
  expect(report.kinds.get('invoice')?.inserted).toBe(12_000)
})
