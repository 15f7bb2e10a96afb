import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { addBusinessMetrics } from '../integration/business-metrics.ts'
import { processMetrics, serveMetrics, webMetrics } from './metrics.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('metrics are served on a separate port only, by route and without addresses', async () => {
  await portal.stranger.get('/api/invoice/details/SECRET-1')
  await portal.stranger.get('/health/live')
  const registry = webMetrics(portal.app, portal.deps)
  expect(await registry.metrics()).toMatch(/^portal_worker_reported_seconds Nan$/m)
  await portal.system.query(
    `insert into worker (id, works, seen_at) values (gen_random_uuid(), '{}', now() - interval '90 seconds')`,
  )
  addBusinessMetrics(registry, portal.system)
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, registry)
  const ask = (path: string) => fetch(`http://127.0.0.1:${served.port}${path}`)
  const text = await (await ask('/metrics')).text()
  expect(text).toMatch(
    /portal_request_seconds_count\{route="\/api\/invoice\/details\/:invoiceNumber",method="GET",status="401"\} 1/,
  )
  expect(text).toMatch(/portal_database_connections\{pool="web",state="waiting"\} 0/)
  expect(text).toMatch(/^portal_payments_open 0$/m)
  expect(text).toMatch(/^portal_charging_stopped 0$/m)
  expect(text).toMatch(/^portal_worker_reported_seconds 9\d\./m)
  expect(text).not.toContain('SECRET')
  expect((await ask('/')).status).toBe(404)
  await served.close()
  expect((await portal.stranger.get('/metrics')).statusCode).toBe(404)
})

test('while the database is down the figures are missing, not wrong', async () => {
  const registry = processMetrics({})
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as typeof portal.system
  addBusinessMetrics(registry, away)
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, registry)
  expect((await fetch(`http://127.0.0.1:${served.port}/metrics`)).status).toBe(503)
  await served.close()
})
