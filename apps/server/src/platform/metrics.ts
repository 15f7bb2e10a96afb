import { createServer } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Database } from './database.ts'
import { lastReport } from './heartbeat.ts'
import type { WorkRecord } from './repeat.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestMetrics: Histogram
  }
}

/**
 * Measures every request by its route, never by its address. Call it before the routes are added.
 */
export function measureRequests(app: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'portal_request_seconds',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [],
  })
  app.decorate('requestMetrics', seconds)
  app.addHook('onResponse', async ({ routeOptions, method }, reply) => {
    const route = routeOptions.url ?? 'none'
    seconds.observe({ route, method, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** Metrics of the web server itself, and whether workers run: the business figures come from them. */
export function webMetrics(app: FastifyInstance, deps: Deps): Registry {
  const registry = processMetrics({ web: deps.db, payments: deps.paymentsDb })
  registry.registerMetric(app.requestMetrics)
  const reported = new Gauge({
    name: 'portal_worker_reported_seconds',
    help: 'How long ago a worker reported last; NaN before the first one',
    registers: [],
    async collect() {
      this.set((await lastReport(deps.db)) ?? NaN)
    },
  })
  registry.registerMetric(reported)
  return registry
}

/** Metrics of every process: memory, event loop, connections. */
export function processMetrics(pools: Record<string, Database>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  return registry
}

/** Additional metrics of a worker: the state of its timed jobs. */
export function addWorkMetrics(registry: Registry, record: WorkRecord): void {
  const successes = new Gauge({
    name: 'portal_work_last_success_seconds',
    help: 'Instant at which a timed work came through last',
    labelNames: ['work'],
    registers: [],
    collect() {
      for (const [work, at] of record.lastSuccess) this.set({ work }, at.getTime() / 1000)
    },
  })
  const failures = new Gauge({
    name: 'portal_work_failures',
    help: 'Rounds of a timed work that failed since the process began',
    labelNames: ['work'],
    registers: [],
    collect() {
      for (const [work, count] of record.failures) this.set({ work }, count)
    },
  })
  registry.registerMetric(successes)
  registry.registerMetric(failures)
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
