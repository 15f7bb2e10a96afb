import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase, invoiceRecord } from './import-fixture.ts'
import { importRecords } from './import-records.ts'
import { recordSource } from './sources.ts'

const bad = invoiceRecord({ invoiceNumber: 'INV-2', amount: 'much' })

test('one bad line stops the import, unless rejects are skipped', async () => {
  const { take, rejects, column } = await importDatabase()
  const refused = await take([aldgate, invoiceRecord(), bad])
  expect(rejects).toMatchObject([{ file: 'test.ndjson', line: 3, field: 'amount' }])
  expect(refused.outcome).toBe('refused')
  expect(refused.kinds.get('invoice')).toMatchObject({ inserted: 0, rejected: 1 })
  expect(await column('select account_id from company')).toEqual([])

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
  expect(await column('select account_id from company')).toEqual([])
  expect(await column('select description from history_entry')).toEqual([])

  const { kinds, totals } = await take([aldgate, invoiceRecord()])
  expect({ kinds, totals }).toEqual({ kinds: dry.kinds, totals: dry.totals })
})

test('each changed company gets one entry in its history', async () => {
  const { take, rows } = await importDatabase()
  const user = { record: 'user', email: 'ana@aldgate.example', accountId: '10412' }
  await take([aldgate, fairhaven, invoiceRecord(), invoiceRecord({ invoiceNumber: 'INV-2' })])
  await take([
    aldgate,
    user,
    invoiceRecord(),
    invoiceRecord({ invoiceNumber: 'INV-2', name: 'new' }),
  ])
  await take([aldgate, user])
  await take([
    ...['3', '4'].map((number) => invoiceRecord({ invoiceNumber: `INV-${number}` })),
    invoiceRecord({ name: 'newer' }),
    { record: 'delete', kind: 'invoice', key: 'INV-2' },
  ])
  const entries = await rows(`
    select account_id, actor_name, ip_address, category, entry_type, description
      from history_entry order by id`)
  expect(
    entries
      .map(({ account_id, description }) => `${String(account_id)}: ${String(description)}`)
      .sort(),
  ).toEqual(
    [
      '10412: 1 company added; 2 invoices added',
      '10412: 1 user added; 1 invoice updated',
      '10412: 2 invoices added, 1 updated, 1 removed',
      '10458: 1 company added',
    ].sort(),
  )
  expect(entries[0]).toMatchObject({
    actor_name: 'Import',
    ip_address: 'system',
    category: 'Import',
    entry_type: 'Import',
  })
})

test('a second import waits for the first and says so', async () => {
  const { db, take, owner, column } = await importDatabase()
  await owner.query('begin')
  await owner.query(`select pg_advisory_xact_lock(hashtext('portal import'))`)
  let waiting = () => {}
  const waits = new Promise<void>((resolve) => (waiting = resolve))
  const second = take([aldgate], { onWait: () => waiting() })
  await waits
  expect(await column('select account_id from company')).toEqual([])
  await owner.query('commit')
  expect((await second).outcome).toBe('loaded')

  let told = false
  await importRecords(db, [recordSource('x', [fairhaven])], { onWait: () => (told = true) })
  expect(told).toBe(false)
})

test('a source that breaks off in the middle changes nothing', async () => {
  const { db, column } = await importDatabase()
  function* breaksOff() {
    yield aldgate
    throw new Error('the line is dead')
  }
  await expect(importRecords(db, [recordSource('feed', breaksOff())])).rejects.toThrow(
    'feed cannot be read: the line is dead',
  )
  expect(await column('select account_id from company')).toEqual([])
})
