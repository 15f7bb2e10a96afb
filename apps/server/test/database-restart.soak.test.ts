import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../sandbox/src/database/start-postgres.ts'
import { prepareDatabase } from '../../../tools/prepare-database.ts'
import { Given } from './given.ts'
import { startTestPortal } from './portal.ts'

test('the database is restarted under load: users are asked to wait, then everything works again, and nothing acknowledged is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-restart-'))
  const dataDir = join(folder, 'database')
  let postgres = await startPostgres({ dataDir, port: 0 })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const urls = await prepareDatabase(postgres.adminUrl, 'restarted')
  const portal = await startTestPortal({ DATABASE_URL: urls.app, SYSTEM_DATABASE_URL: urls.system })
  onTestFinished(() => portal.close())
  const system = new pg.Pool({ connectionString: urls.system, max: 2 })
  system.on('error', () => {})
  onTestFinished(() => system.end())
  const given = new Given(system)
  await given.company('A1')
  await given.user('ana@a.example', 'A1', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  await given.invoice('A1', 'A-1')
  const ana = await portal.signIn('ana@a.example')

  const statuses: number[] = []
  const kept: string[] = []
  const over = new AbortController()
  const writer = async (nth: number) => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const email = `w${nth}-${at}@x.example`
      const payload = { crmId: 'A1', emailRecipients: [email] }
      const answer = await ana.post('/api/payment/recipient/external/add', { payload })
      statuses.push(answer.statusCode)
      if (answer.statusCode === 200) kept.push(email)
      await sleep(10)
    }
  }
  const reader = async () => {
    while (!over.signal.aborted) {
      statuses.push((await ana.get('/api/invoice/aging')).statusCode)
      await sleep(5)
    }
  }
  const load = [writer(1), writer(2), reader(), reader()]
  await sleep(300)
  const before = kept.length
  await postgres.stop()
  await sleep(300)
  postgres = await startPostgres({ dataDir, port: postgres.port })
  for (let tries = 0; tries < 200 && kept.length < before + 10; tries += 1) await sleep(50)
  over.abort()
  await Promise.all(load)

  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(kept.length).toBeGreaterThanOrEqual(before + 10)
  expect((await ana.get('/health/ready')).statusCode).toBe(200)
  const { rows } = await system.query<{ email: string }>('select email from external_recipient')
  const found = new Set(rows.map(({ email }) => email))
  expect(kept.filter((email) => !found.has(email))).toEqual([])
})
