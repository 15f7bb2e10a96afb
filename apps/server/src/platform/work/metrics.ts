import { createServer } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../../deps.ts'
import type { Database } from '../database/database.ts'
import { isDatabaseUp, writeProbe } from '../database/database-state.ts'
import { lastReport } from './heartbeat.ts'
import type { TimedWork, WorkRecord } from './repeat.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestMetrics: [seconds: Histogram, errors: Counter]
  }
}

/** Measures every request by its route, never by its address. Must be called before the routes are added. */
export function measureRequests(app: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'portal_request_seconds',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [],
  })
  const errors = new Counter({
    name: 'portal_request_errors_total',
    help: 'Requests that ended with a status from 500 on, without health checks',
    labelNames: ['status'],
    registers: [],
  })
  // Monitoring detects an increase only if the counter existed before: without this the first error would be missed.
  for (const status of [500, 503]) errors.inc({ status }, 0)
  app.decorate('requestMetrics', [seconds, errors])
  app.addHook('onResponse', async ({ routeOptions, method }, reply) => {
    const route = routeOptions.url ?? 'none'
    const status = reply.statusCode
    seconds.observe({ route, method, status }, reply.elapsedTime / 1000)
    if (status >= 500 && !route.startsWith('/health/')) errors.inc({ status })
  })
}

/** Metrics of the web server itself, and whether workers run, because the workers provide the business figures. */
export function webMetrics(app: FastifyInstance, deps: Deps): Registry {
  const registry = processMetrics(deps.db, { web: deps.db, payments: deps.paymentsDb })
  for (const metric of app.requestMetrics) registry.registerMetric(metric)
  const writes = writeProbe(deps.db)
  const writable = new Gauge({
    name: 'portal_database_writable',
    help: '0 while the database refuses writes because its disk is full',
    registers: [],
    async collect() {
      this.set(Number(await writes()))
    },
  })
  registry.registerMetric(writable)
  const reported = new Gauge({
    name: 'portal_worker_reported_seconds',
    help: 'How long ago a worker reported last; NaN before the first one',
    registers: [],
    async collect() {
      try {
        this.set((await lastReport(deps.db)) ?? NaN)
      } catch {
        this.remove()
      }
    },
  })
  registry.registerMetric(reported)
  return registry
}

/** Metrics of every process: memory, event loop, database, connections. They are available while the database is down. */
export function processMetrics(db: Database, pools: Record<string, Database>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Registered first: metrics are collected in this order, and those that query the database use connections.
  const connections = new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of a pool: busy, idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  registry.registerMetric(connections)
  const up = new Gauge({
    name: 'portal_database_up',
    help: '0 while the database does not respond to this process, or is a standby',
    registers: [],
    async collect() {
      this.set(Number(await isDatabaseUp(db)))
    },
  })
  registry.registerMetric(up)
  return registry
}

/** Additional metrics of a worker: the state of its timed works, even of those that have neither succeeded nor failed yet. */
export function addWorkMetrics(
  registry: Registry,
  works: readonly TimedWork[],
  record: WorkRecord,
): void {
  const successes = new Gauge({
    name: 'portal_work_last_success_timestamp_seconds',
    help: 'When a timed work of this process last succeeded; 0 if never',
    labelNames: ['work'],
    registers: [],
    collect() {
      for (const { name } of works)
        this.set({ work: name }, (record.lastSuccess.get(name)?.getTime() ?? 0) / 1000)
    },
  })
  const periods = new Gauge({
    name: 'portal_work_period_seconds',
    help: 'How often a timed work runs when it has nothing to do',
    labelNames: ['work'],
    registers: [],
    collect() {
      for (const { name, everySeconds } of works) this.set({ work: name }, everySeconds)
    },
  })
  const failures = new Counter({
    name: 'portal_work_failures_total',
    help: 'Rounds of a timed work that failed since the process started',
    labelNames: ['work'],
    registers: [],
    collect() {
      this.reset()
      for (const { name } of works) this.inc({ work: name }, record.failures.get(name) ?? 0)
    },
  })
  for (const metric of [successes, periods, failures]) registry.registerMetric(metric)
}

/** Serves `GET /metrics` on a separate port, which must not be behind the public proxy. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  registry: Registry,
): Promise<{ close: () => Promise<void>; port: number }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
