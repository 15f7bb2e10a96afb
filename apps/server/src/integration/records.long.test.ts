import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import type { RecordsReport } from '@portal/domain/integration/records.schema'
import { withNewKey } from '../../test/integration/api-keys.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { examineImports } from '../commands/examine-operations.ts'
import { aldgate, invoiceRecord, type TestRecord } from '../../test/import/import-fixture.ts'
import { inTransaction, openDatabase } from '../platform/database/database.ts'
import { importTurn } from '../platform/database/take-turn.ts'
import { importUploads } from './import-uploads.ts'

const portal = testPortal({ RECORDS_MAX_MB: '3' })
let key: Awaited<ReturnType<typeof withNewKey>>
let count = 0
const log = { error: vi.fn<(details: object, message: string) => void>() }

beforeAll(async () => {
  key = await withNewKey(portal, ...apiScopes)
})
beforeEach(() => {
  count += 1
  log.error.mockClear()
})

const running = new Set<AbortController>()
afterEach(() => {
  for (const worker of running) worker.abort()
  running.clear()
})

function startWorker(): void {
  const worker = new AbortController()
  running.add(worker)
  void (async () => {
    while (!worker.signal.aborted) if (!(await work())) await sleep(20)
  })()
}

/** A separate company for each test. */
const company = () => ({ ...aldgate, accountId: `R${count}` })
const invoice = (nth: number, fields: TestRecord = {}) =>
  invoiceRecord({ invoiceNumber: `R${count}-${nth}`, accountId: `R${count}`, ...fields })
const ndjson = (records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

async function send(
  body: string | Buffer,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${portal.origin}/api/integration/records${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...key.headers, ...headers },
    body: body as BodyInit,
  })
  const report = (await answer.json()) as RecordsReport
  return { status: answer.status, headers: answer.headers, report }
}

async function invoices() {
  const { rows } = await portal.system.query<{ number: string }>(
    `select invoice_number as number from invoice where account_id = 'R${count}' order by 1`,
  )
  return rows.map(({ number }) => number)
}
const chunks = async () => (await portal.system.query('select from record_chunk')).rowCount
const work = () => importUploads(portal.system, log, portal.deps.config)
/** The first part of a request that sends records. */
function sendSlowly(records: object[], headers: Record<string, string>) {
  const request = httpRequest(`${portal.origin}/api/integration/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  })
  request.on('error', () => {})
  request.write(`${ndjson(records)}\n`)
  return request
}

test('records are imported and reported as by the command; a second import changes nothing', async () => {
  startWorker()
  const body = ndjson([company(), invoice(1), invoice(2)])
  const first = await send(body)
  expect(first.status).toBe(200)
  expect(first.report).toMatchObject({
    state: 'loaded',
    message: 'Loaded.',
    bytes: Buffer.byteLength(body),
    kinds: { company: { inserted: 1 }, invoice: { inserted: 2, rejected: 0 } },
    totals: [{ currency: 'USD', invoices: 2, amount: '200.00', balanceDue: '200.00' }],
    rejected: 0,
  })
  for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-type': 'application/gzip' }])
    expect((await send(gzipSync(body), { headers })).report.kinds).toMatchObject({
      company: { unchanged: 1, inserted: 0 },
      invoice: { unchanged: 2, inserted: 0, updated: 0 },
    })
  expect(await chunks()).toBe(0)
  // An older release stored its reports without the newer parts.
  await portal.owner.query(
    `update record_upload set report = report::jsonb - 'unread' - 'formerNumbers'`,
  )
  const stored = await key.call('GET', `/api/integration/records/${first.report.id}`)
  expect(stored.json()).toEqual({ ...first.report, unread: [] })
})

test('one wrong record stops the import, and the response names it with the reason', async () => {
  startWorker()
  const body = ndjson([company(), invoice(1), invoice(2, { amount: 'much' }), { record: 'x' }])
  const refused = await send(body)
  expect(refused).toMatchObject({
    status: 422,
    report: {
      state: 'refused',
      message: 'Nothing was changed: 2 records were rejected.',
      rejected: 2,
      rejects: [
        { line: 3, field: 'amount' },
        { line: 4, field: 'record' },
      ],
    },
  })
  expect(await invoices()).toEqual([])
  const dry = await send(body, { query: '?skipRejects=true&dryRun=true' })
  expect(dry).toMatchObject({ status: 200, report: { state: 'dryRun' } })
  const skipped = { report: { state: 'loaded', rejected: 2 } }
  expect(await send(body, { query: '?skipRejects=true' })).toMatchObject(skipped)
  expect(await invoices()).toEqual([`R${count}-1`])
})

test('a sender that does not wait can fetch the report later; another key cannot', async () => {
  const sent = await send(ndjson([company()]), { query: '?wait=0' })
  expect([sent.status, sent.report.state]).toEqual([202, 'waiting'])
  const address = sent.headers.get('location') ?? ''
  const ask = async (who = key) => (await who.call('GET', address)).json<RecordsReport>()
  expect(await ask()).toMatchObject({ state: 'waiting', finishedAt: null })
  await portal.system.query(
    `update record_upload set seen_at = now(), created_at = created_at - interval '20 minutes'`,
  )
  await expect(examineImports(portal.system)).rejects.toThrow(
    /^1 upload not imported yet, the first began 20 min ago/,
  )
  startWorker()
  await vi.waitFor(async () => expect((await ask()).state).toBe('loaded'), 5000)
  const other = await withNewKey(portal, ...apiScopes)
  expect((await other.call('GET', address)).statusCode).toBe(404)
})

test.each([
  ['while the sender waits', ''],
  ['in the background', '?wait=0'],
])('finishedAt is the end of the import, %s', async (_, query) => {
  let sending: ReturnType<typeof send> | undefined
  const before = await inTransaction(portal.system, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${importTurn})`)
    sending = send(ndjson([company(), invoice(1)]), { query })
    startWorker()
    // The import's transaction has started and waits for its turn.
    await vi.waitFor(async () => {
      const waiting = await tx.one<{ count: number }>(sql`
        select count(*)::int from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`)
      expect(waiting?.count).toBe(1)
    }, 5000)
    await sleep(500)
    return tx.one<{ now: Date }>(sql`select clock_timestamp() as now`)
  })
  const { report } = (await sending)!
  await vi.waitFor(async () => {
    const answer = await key.call('GET', `/api/integration/records/${report.id}`)
    const { receivedAt, finishedAt } = answer.json<RecordsReport>()
    expect(Date.parse(finishedAt ?? '')).toBeGreaterThanOrEqual(before!.now.getTime())
    expect(Date.parse(finishedAt ?? '') - Date.parse(receivedAt)).toBeGreaterThanOrEqual(500)
  }, 5000)
})

test('two simultaneous uploads, with two workers, are imported one after the other', async () => {
  startWorker()
  startWorker()
  const bodies = [1, 2, 3, 4].map((nth) =>
    ndjson([company(), invoice(9, { name: `of ${nth}` }), invoice(nth)]),
  )
  const answers = await Promise.all(bodies.map((body) => send(body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await invoices()).toEqual([1, 2, 3, 4, 9].map((nth) => `R${count}-${nth}`))
  const inserted = answers.map(({ report }) => report.kinds['company']?.inserted)
  expect(inserted.sort()).toEqual([0, 0, 0, 1])
  expect(log.error).not.toHaveBeenCalled()
})

test('a worker that dies midway has changed nothing; the next one loads everything', async () => {
  const many = Array.from({ length: 3000 }, (_, nth) => invoice(nth))
  const sent = await send(ndjson([company(), ...many]), { query: '?wait=0' })
  const dying = openDatabase({
    connectionString: portal.env['SYSTEM_DATABASE_URL']!,
    name: 'dying worker',
    size: 3,
  })
  const death = importUploads(dying, log, portal.deps.config)
  await vi.waitFor(async () => {
    const { rowCount } = await portal.system.query(
      `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
        where application_name = 'dying worker' and locktype = 'advisory' and granted`,
    )
    expect(rowCount).toBeGreaterThan(0)
  }, 5000)
  await death
  await dying.end()
  expect(await invoices()).toEqual([])
  await portal.system.query('update record_upload set next_try_at = now()')
  expect(await work()).toBe(1)
  expect(await invoices()).toHaveLength(3000)
  const answer = await key.call('GET', sent.headers.get('location')!)
  const loaded = { state: 'loaded', kinds: { invoice: { inserted: 3000 } } }
  expect(answer.json()).toMatchObject(loaded)
})

test('a body without records is refused with a reason and stores nothing', async () => {
  startWorker()
  const broken = gzipSync(ndjson([company(), invoice(1)])).subarray(0, 60)
  const typed = (type: string) => ({ headers: { 'content-type': type } })
  const brotli = { headers: { 'content-encoding': 'br' } }
  for (const [body, options, status, message] of [
    [broken, {}, 422, 'records cannot be read: unexpected end of file.'],
    [ndjson([company()]), typed('application/json'), 415, 'content-type: application/x-ndjson'],
    [JSON.stringify([company()]), {}, 422, 'it is a JSON array'],
    ['x', brotli, 415, ''],
    ['x', { query: '?dryrun=true' }, 400, ''],
    ['', {}, 400, 'no records in its body'],
  ] as const)
    expect(await send(body, options)).toMatchObject({
      status,
      report: { message: expect.stringContaining(message) },
    })
  const tooLarge = await send(
    ndjson([company(), ...Array.from({ length: 12_000 }, (_, nth) => invoice(nth))]),
  ).catch(() => undefined)
  // The connection is closed while the client sends, so the client may not see the response.
  expect([413, undefined]).toContain(tooLarge?.status)
  expect((await key.call('POST', '/api/integration/records')).statusCode).toBe(400)
  await vi.waitFor(async () => expect(await chunks()).toBe(0), 5000)
  expect(await invoices()).toEqual([])
})

test('an upload that breaks off is not imported', async () => {
  const request = sendSlowly([company(), invoice(1)], key.headers)
  const uploads = async (state: string) =>
    (await portal.system.query('select from record_upload where state = $1', [state])).rowCount
  await vi.waitFor(async () => expect(await uploads('receiving')).toBe(1), 5000)
  const failed = (await uploads('failed')) ?? 0
  request.destroy()
  await vi.waitFor(async () => expect(await uploads('failed')).toBe(failed + 1), 5000)
  expect(await work()).toBe(0)
  expect(await chunks()).toBe(0)
})

test('of 30 uploads with one key, 20 are accepted, even if half of them arrive simultaneously', async () => {
  const own = await withNewKey(portal, ...apiScopes)
  const later = { query: '?wait=0', headers: own.headers }
  const send15 = () =>
    Array.from({ length: 15 }, async () => (await send(ndjson([company()]), later)).status)
  expect(new Set(await Promise.all(send15()))).toEqual(new Set([202]))
  let sending: Promise<number>[] = []
  // If the upload had been counted too early, it would now wait.
  await inTransaction(portal.system, async (tx) => {
    await tx.run(sql`select from api_key where prefix = ${own.prefix} for update`)
    sending = send15()
    await sleep(500)
  })
  const answers = await Promise.all(sending)
  expect(answers.toSorted()).toEqual([...Array(5).fill(202), ...Array(10).fill(429)])
  while (await work());
})

test('revoking a key stops its upload', async () => {
  const own = await withNewKey(portal, ...apiScopes)
  const request = sendSlowly([company()], own.headers)
  await vi.waitFor(async () => {
    const begun = await portal.system.query(
      `select from record_upload u join api_key k on k.id = u.api_key_id where k.prefix = $1`,
      [own.prefix],
    )
    expect(begun.rowCount).toBe(1)
  }, 5000)
  await portal.system.query('update api_key set revoked_at = now() where prefix = $1', [own.prefix])
  request.end()
  const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
  response.resume()
  expect(response.statusCode).toBe(401)
  expect(await work()).toBe(0)
})
