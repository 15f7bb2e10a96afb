import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { portalProgram as command } from '../integration/command-line.ts'
import { documentedCommands } from '../integration/documented-commands.ts'
import { startTestPortal } from '../portal/portal.ts'
import { startReplica } from '../processes/start-dying-server.ts'

const [create = ''] = documentedCommands('Secrets', 'sql')
const roles = ['portal_app', 'portal_system'] as const

/** The documented change of passwords: PostgreSQL allows one per role. */
test('all programs work as second roles with the rights of the first ones', async () => {
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  onTestFinished(async () => {
    for (const role of roles) await admin.query(`drop role if exists ${role}_2`)
    await admin.end()
  })
  await admin.query(create)
  const asSecond = (address = '') => address.replace(/portal_(app|system)/, '$&_2')
  const addresses = {
    DATABASE_URL: asSecond(portal.env['DATABASE_URL']),
    SYSTEM_DATABASE_URL: asSecond(portal.env['SYSTEM_DATABASE_URL']),
  }
  const env = { ...portal.env, ...addresses }
  expect(addresses.DATABASE_URL).toContain('portal_app_2')
  const web = await startReplica(portal, 'web', addresses)
  const worker = await startReplica(portal, 'worker', addresses)
  expect((await fetch(`http://localhost:${web.port}/health/ready`)).status).toBe(200)
  const company = '{"record":"company","accountId":"A1","name":"Aldgate"}'
  expect(await command(['import', '-'], env, company)).toMatchObject({ code: 0 })
  const { out } = await command(['doctor'], env)
  for (const role of roles) expect(out).toContain(`ok    ${role}: connects as ${role}_2`)
  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0])
})
