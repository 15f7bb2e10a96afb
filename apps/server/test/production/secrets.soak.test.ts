import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newSecret, startReceiver } from '../integration/event-receiver.ts'
import { documentedCommands } from '../integration/documented-commands.ts'
import { requirePaidOnce } from './paid-once.ts'
import { givenPayer, pay, seesInvoices, useMeanwhile } from './people.ts'
import {
  eventsTo,
  newPassword,
  startProduction,
  type Login,
  type Production,
} from './production.ts'

const [secondRoles = '', lockFirst = ''] = documentedCommands('Secrets', 'sql')

test('users see no error while each secret is changed as documented', async () => {
  const [sessions, events] = [
    [newPassword(), newPassword()],
    [newSecret(), newSecret()],
  ] as [[string, string], [string, string]]
  const receiver = await startReceiver(events[0])
  const production = await startProduction({
    settings: { SESSION_SECRET: sessions[0], ...eventsTo(receiver.url, events[0]) },
  })
  const { restart, set } = production
  const payers = await Promise.all(['S1', 'S2'].map((id) => givenPayer(production, id, 800)))
  const stop = useMeanwhile(payers)

  set({ SESSION_SECRET: sessions.join() })
  const lockFirstRoles = await useSecondRoles(production)
  await restart('webs', 'workers')
  await lockFirstRoles()
  set({
    SESSION_SECRET: sessions.toReversed().join(),
    EVENTS_SECRETS: events.toReversed().join(),
    STRIPE_SECRET_KEY: 'sk_test_another',
    STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_rehearsal',
  })
  await restart('webs', 'workers')
  await sleep(2000)
  const seen = await stop()
  console.log('while secrets were changed', seen.statuses, seen.said)
  expect([...seen.statuses.keys()]).toEqual([200])
  expect(production.defects()).toEqual([])
  await requirePaidOnce(production, payers, seen)
  expect(receiver.received.length).toBeGreaterThan(0)

  // The others know the new secrets: the old ones are removed.
  const later = await startReceiver(events[1])
  await production.providers.kill()
  await production.startProvidersAgain({ CARDS_WEBHOOK_SECRET: 'whsec_new' })
  set({
    SESSION_SECRET: sessions[1],
    ...eventsTo(later.url, events[1]),
    STRIPE_WEBHOOK_SECRET: 'whsec_new',
  })
  await restart('webs', 'workers')
  expect((await seesInvoices(payers[0]!)).status).toBe(200)
  expect((await pay(payers[0]!, 'S1-799')).status).toBe(200)
  await expect.poll(() => later.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect((await production.run('npm run portal -- doctor')).out).not.toMatch(/^FAIL/m)
}, 300_000)

/** Creates second roles for the next start of the programs; returns a function that locks the first ones. */
async function useSecondRoles(production: Production): Promise<() => Promise<void>> {
  const [app, system] = ['portal_app_2', 'portal_system_2'].map((name) => ({
    name,
    password: newPassword(),
  })) as [Login, Login]
  const admin = new pg.Client({ connectionString: production.cluster.adminUrl })
  await admin.connect()
  await admin.query(secondRoles.replace('…', app.password).replace('…', system.password))
  production.useRoles(app, system)
  return async () => {
    await admin.query(lockFirst)
    await admin.end()
  }
}
