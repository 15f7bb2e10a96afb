import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { heartbeat, workerProblem, type ReportedWork } from './heartbeat.ts'
import { repeat, WorkRecord, type TimedWork } from './repeat.ts'

let database: TestDatabase
let system: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  system = new pg.Pool({ connectionString: database.systemUrl, max: 2 })
  system.on('error', () => {})
})
afterAll(async () => {
  await system.end()
  await database.drop()
})

const log = { info: () => {}, warn: () => {}, error: () => {} }
type Row = { seenAt: Date; startedAt: Date; works: Record<string, ReportedWork> }
const select = 'select seen_at as "seenAt", started_at as "startedAt", works from worker'
const workers = async () => (await system.query<Row>(select)).rows

test('a worker reports in one row that it runs, and when each of its works succeeded', async () => {
  expect(workerProblem(await workers(), new Date())).toMatch(/^no worker has ever run/)
  const ended = new AbortController()
  let rounds = 0
  const works: TimedWork[] = [
    { name: 'good', everySeconds: 1, run: () => Promise.resolve(0) },
    { name: 'bad', everySeconds: 1, run: () => Promise.reject(new Error('no')) },
  ]
  const record = new WorkRecord()
  const report = heartbeat(system, works, record)
  const twice = { ...report, everySeconds: 0.05 }
  works.push({
    ...twice,
    run: async (signal) => {
      await twice.run(signal)
      if ((rounds += 1) === 3) ended.abort()
      return 0
    },
  })
  await repeat(works, log, ended.signal, record)
  const [row, ...others] = await workers()
  expect(others).toEqual([])
  expect(row!.seenAt.getTime()).toBeGreaterThan(row!.startedAt.getTime())
  expect(row!.works).toMatchObject({
    good: { everySeconds: 1, succeededAt: expect.any(String) as string },
    bad: { everySeconds: 1, succeededAt: null },
  })
  const soon = new Date(row!.seenAt.getTime() + 1000)
  expect(workerProblem([row!], soon)).toBeUndefined()
  // The worker has run for minutes, and one of its works has never succeeded.
  const longAgo = new Date(row!.startedAt.getTime() - 600_000)
  expect(workerProblem([{ ...row!, startedAt: longAgo }], soon)).toMatch(/not succeeded .*: bad\. /)
  // Another worker succeeds with that work.
  const good = { everySeconds: 1, succeededAt: soon.toISOString() }
  const other = { ...row!, works: { good, bad: good } }
  expect(workerProblem([{ ...row!, startedAt: longAgo }, other], soon)).toBeUndefined()
  const later = new Date(row!.seenAt.getTime() + 61_000)
  expect(workerProblem([row!], later)).toMatch(/^no worker has reported since /)
})
