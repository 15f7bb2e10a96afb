import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { keepSandboxAccounts } from '../../../../tools/keep-sandbox-accounts.ts'
import { startIdentity } from '../../../sandbox/src/identity/start-identity.ts'
import { documentedCommands, runDocumented } from '../integration/documented-commands.ts'
import { startTestPortal, type TestPortal } from '../portal/portal.ts'
import { signInThroughProvider, visitor } from './sign-in.ts'

const people = Array.from({ length: 21 }, (_, nth) => `person${nth}@a.example`)

/** The user who arrives on the requested page. */
async function whoSignsIn(portal: TestPortal): Promise<string[]> {
  const arrived: string[] = []
  for (const email of people)
    if ((await signInThroughProvider(visitor(portal), { email })) === '/manage') arrived.push(email)
  return arrived
}

/** The same portal after a restart with other settings. */
async function restarted(portal: TestPortal, settings: Record<string, string>) {
  await portal.app.close()
  const names = ['DATABASE_URL', 'SYSTEM_DATABASE_URL', 'MIGRATION_DATABASE_URL']
  const same = Object.fromEntries(names.map((name) => [name, portal.env[name]!]))
  const next = await startTestPortal({ ...same, ...settings })
  onTestFinished(() => next.close())
  return next
}

test('all users sign in at a new provider after the documented commands, and after another PORT of npm start', async () => {
  const former = await startTestPortal()
  onTestFinished(() => former.close())
  await former.given.company('A1')
  for (const email of people) await former.given.user(email, 'A1')
  expect(await whoSignsIn(former)).toEqual(people)

  const identity = await startIdentity({ port: 0, portalOrigin: former.origin })
  onTestFinished(() => identity.close())
  const issuer = `http://localhost:${identity.port}`
  const [command = ''] = documentedCommands('Replace the sign-in provider', 'sh')
  const env = { SYSTEM_DATABASE_URL: former.database.systemUrl }
  const documented = command.replace('https://former.example.com', former.env['OIDC_ISSUER']!)
  expect(await runDocumented(documented, env, import.meta.portalRoot)).toMatchObject({
    code: 0,
    out: expect.stringContaining('21 people of 1 company may sign in at another provider'),
  })
  const next = await restarted(former, { OIDC_ISSUER: issuer })
  expect(await whoSignsIn(next)).toEqual(people)
  const { rows } = await next.system.query(sql`
    select issuer, count(*)::int as people from sign_in_directory group by issuer`)
  expect(rows).toEqual([{ issuer, people: 21 }])

  // npm start with the former PORT: the issuer of the sandbox changes without a command.
  const again = await restarted(next, {})
  expect(await whoSignsIn(again)).toEqual([])
  await keepSandboxAccounts({ system: again.database.systemUrl }, again.deps.config)
  expect(await whoSignsIn(again)).toEqual(people)
})
