import type { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { addBusinessMetrics } from '../../integration/business-metrics.ts'
import { openDatabase } from '../database/database.ts'
import { addWorkMetrics, processMetrics, serveMetrics, webMetrics } from './metrics.ts'
import { WorkRecord } from './repeat.ts'

const portal = testPortal()

async function serve(registry: Registry) {
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, registry)
  onTestFinished(() => served.close())
  return (path: string) => fetch(`http://127.0.0.1:${served.port}${path}`)
}

test('metrics are served on a separate port only, by route and without addresses', async () => {
  await portal.stranger.get('/api/invoice/details/SECRET-1')
  await portal.stranger.get('/health/live')
  const registry = webMetrics(portal.app, portal.deps)
  expect(await registry.metrics()).toMatch(/^portal_worker_reported_seconds Nan$/m)
  await portal.system.query(
    `insert into worker (id, works, seen_at) values (gen_random_uuid(), '{}', now() - interval '90 seconds')`,
  )
  addBusinessMetrics(registry, portal.system)
  const ask = await serve(registry)
  const text = await (await ask('/metrics')).text()
  expect(text).toMatch(
    /portal_request_seconds_count\{route="\/api\/invoice\/details\/:invoiceNumber",method="GET",status="401"\} 1/,
  )
  expect(text).toMatch(/portal_database_connections\{pool="web",state="waiting"\} 0/)
  expect(text).toMatch(/^portal_database_up 1$/m)
  expect(text).toMatch(/^portal_database_writable 1$/m)
  expect(text).toMatch(/^portal_payments_open 0$/m)
  expect(text).toMatch(/^portal_charging_stopped 0$/m)
  expect(text).toMatch(/^portal_worker_reported_seconds 9\d\./m)
  expect(text).not.toContain('SECRET')
  expect((await ask('/')).status).toBe(404)
  expect((await portal.stranger.get('/metrics')).statusCode).toBe(404)
})

test('while the database is down its figures are missing, not outdated, and the other metrics remain', async () => {
  const away = openDatabase({
    connectionString: 'postgresql://127.0.0.1:1/none',
    name: '',
    size: 1,
  })
  const web = webMetrics(portal.app, { ...portal.deps, db: away })
  const worker = processMetrics(away, {})
  let db = portal.system
  addBusinessMetrics(worker, { query: (what: string) => db.query(what) } as typeof db)
  expect(await worker.metrics()).toMatch(/^portal_payments_open 0$/m)
  db = away
  // Figures are kept for ten seconds.
  const later = performance.now() + 11_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  for (const registry of [web, worker]) {
    const answer = await (await serve(registry))('/metrics')
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toMatch(/^portal_database_up 0$/m)
    expect(text).toMatch(/^process_start_time_seconds \d/m)
    expect(text).not.toMatch(/^portal_(payments_open|worker_reported_seconds) /m)
  }
  await away.end()
})

test('errors are counted from zero, without health checks', async () => {
  const errors = async () =>
    (await webMetrics(portal.app, portal.deps).metrics()).match(/^portal_request_errors_total.*/gm)
  expect(await errors()).toEqual([
    'portal_request_errors_total{status="500"} 0',
    'portal_request_errors_total{status="503"} 0',
  ])
  const away = vi.spyOn(portal.deps.db, 'query').mockRejectedValue(new Error('away'))
  expect((await portal.stranger.get('/health/ready')).statusCode).toBe(503)
  away.mockRestore()
  expect(await errors()).toContain('portal_request_errors_total{status="503"} 0')
  const provider = vi.spyOn(portal.deps.identity, 'start').mockRejectedValue(new Error('away'))
  const payload = { returnUrl: '/' }
  expect((await portal.stranger.post('/api/signin', { payload })).statusCode).toBe(503)
  provider.mockRestore()
  expect(await errors()).toContain('portal_request_errors_total{status="503"} 1')
})

test('a work that never succeeded is reported with its period', async () => {
  const record = new WorkRecord()
  const registry = processMetrics(portal.deps.db, {})
  const run = () => Promise.resolve(0)
  const works = ['good', 'bad'].map((name) => ({ name, everySeconds: 30, run }))
  addWorkMetrics(registry, works, record)
  record.lastSuccess.set('good', new Date(1_800_000_000_000))
  record.failures.set('bad', 2)
  // Collecting twice does not count twice.
  await registry.metrics()
  const text = await registry.metrics()
  expect(text.match(/^portal_work_.*/gm)).toEqual([
    'portal_work_last_success_timestamp_seconds{work="good"} 1800000000',
    'portal_work_last_success_timestamp_seconds{work="bad"} 0',
    'portal_work_period_seconds{work="good"} 30',
    'portal_work_period_seconds{work="bad"} 30',
    'portal_work_failures_total{work="good"} 0',
    'portal_work_failures_total{work="bad"} 2',
  ])
})
