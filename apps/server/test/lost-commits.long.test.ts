import { expect, onTestFinished, test } from 'vitest'
import { placeEvents, startClusterPortal, type ClusterPortal } from './cluster-portal.ts'
import { startCluster } from './debian-postgres.ts'
import { documentedCommands } from './documented-commands.ts'
import { books, charges, givenPayer, takenFrom } from './payments.ts'
import type { Browser, TestPortal } from './portal.ts'
import { startReplica } from './start-dying-server.ts'

const [dump = ''] = documentedCommands('Backup', 'sh')
const [, restore = '', , compare = '', start = ''] = documentedCommands('Restoring', 'sh')

const payment = (invoice: string) => `/api/invoice/${invoice}/payment`
const pay = async (payer: Browser, invoice: string) =>
  (await payer.post(payment(invoice))).statusCode

/**
 * Checks that lost payments are not charged again, and that automatic charging waits for an
 * operator.
 */
async function requireHeld({ portal, run }: ClusterPortal, payer: Browser, lost: string) {
  const taken = await takenFrom(portal, 'A1')
  expect(await pay(payer, lost)).toBe(402)
  // The look of the first try has found the payment.
  expect(await pay(payer, lost)).toBe(409)
  expect(await takenFrom(portal, 'A1')).toEqual(taken)
  const all = await payer.post('/api/invoice/all-invoices/payment')
  expect([all.statusCode, all.json().message]).toEqual([
    503,
    expect.stringMatching(/^AutoPay and payments of several invoices are paused/),
  ])
  await placeEvents(portal)
  const { out } = await run('npm run portal -- doctor')
  expect(out.match(/^FAIL {2}[\w ]+/gm)).toEqual([
    'FAIL  automatic charging',
    'FAIL  unknown payments',
  ])
  const single = await portal.given.invoice('A1', 'SINGLE')
  expect(await pay(payer, single)).toBe(200)
}

/** As after a restore: the provider does not resend webhooks that were already sent. */
const withoutWebhooks = ({ sandbox }: TestPortal) => sandbox.control('/webhooks', { drop: true })

test('a dump is restored without a comparison: a later payment is not made again', async () => {
  const drill = await startClusterPortal(await startCluster())
  const { portal, run, urlOf } = drill
  await withoutWebhooks(portal)
  const before = await givenPayer(portal, 'A1')
  const lost = await portal.given.invoice('A1', 'LOST')
  const backedUpAt = new Date().toISOString()
  expect(await run(dump)).toMatchObject({ code: 0, err: '' })
  expect(await pay(before, lost)).toBe(200)
  const restored = { RESTORED_DATABASE_URL: urlOf('postgres', 'portal_restored') }
  expect(
    await run(
      `createdb --maintenance-db="$ADMIN_DATABASE_URL" --owner=portal_owner portal_restored`,
    ),
  ).toMatchObject({ code: 0 })
  expect(await run(restore.slice(restore.indexOf('pg_restore')), restored)).toMatchObject({
    code: 0,
    err: '',
  })
  await drill.useRestored()
  expect((await run('npm run portal -- migrate')).code).toBe(0)

  await requireHeld(drill, await portal.signIn('payer@a1.example'), lost)
  expect(await run(compare, { BACKED_UP_AT: backedUpAt })).toMatchObject({ code: 0 })
  expect((await run(start, {}, 'yes\n')).code).toBe(0)
  await placeEvents(portal)
  expect((await run('npm run portal -- doctor')).out).not.toContain('FAIL')
}, 300_000)

test('a promotion loses commits: the lost payment cannot be made again, and the comparison finds it', async () => {
  const primary = await startCluster()
  const drill = await startClusterPortal(primary)
  const { portal, run, leadTo } = drill
  await withoutWebhooks(portal)
  const payer = await givenPayer(portal, 'A1')
  const invoices = ['KEPT', 'LOST', 'FOUND'].map((number) => portal.given.invoice('A1', number))
  const [kept = '', lost = '', found = ''] = await Promise.all(invoices)
  const standby = await primary.startStandby()
  const replicatedAt = new Date().toISOString()
  expect(await pay(payer, kept)).toBe(200)
  await standby.caughtUp()
  await standby.stopReceiving()
  for (const invoice of [lost, found]) expect(await pay(payer, invoice)).toBe(200)
  await primary.kill()
  await standby.promote()
  leadTo(standby.port)

  expect((await books(portal, 'A1')).states).toEqual(['succeeded'])
  const compared = await run(compare, { BACKED_UP_AT: replicatedAt })
  expect(compared.out.match(/not known here: .*/g)).toHaveLength(2)
  expect(await pay(payer, found)).toBe(409)
  expect(await takenFrom(portal, 'A1')).toEqual([10_000, 10_000, 10_000])
}, 300_000)

test('a copy of the database runs with the same key: no invoice is charged twice', async () => {
  const drill = await startClusterPortal(await startCluster())
  const { portal, run, urlOf } = drill
  await withoutWebhooks(portal)
  const payer = await givenPayer(portal, 'A1')
  const invoices: string[] = []
  for (let at = 0; at < 24; at += 1) invoices.push(await portal.given.invoice('A1', `COPY-${at}`))
  expect(await run(dump)).toMatchObject({ code: 0, err: '' })
  expect(
    await run(restore, { RESTORED_DATABASE_URL: urlOf('postgres', 'portal_restored') }),
  ).toMatchObject({ code: 0, err: '' })
  const copy = await startReplica(portal, 'web', {
    DATABASE_URL: urlOf('portal_app', 'portal_restored'),
  })
  onTestFinished(async () => void (await copy.stop()))
  const payInCopy = async (invoice: string) =>
    (
      await fetch(`http://localhost:${copy.port}${payment(invoice)}`, {
        method: 'POST',
        headers: payer.headers,
      })
    ).status

  // Both at once, with a head start for one of them; then the remaining invoices, on both.
  for (const [at, invoice] of invoices.entries()) {
    const head = (at % 8) * 8
    const both = [
      pay(payer, invoice),
      new Promise((resolve) => setTimeout(resolve, head)).then(() => payInCopy(invoice)),
    ]
    for (const status of await Promise.all(at % 2 ? both : both.toReversed()))
      expect([200, 402, 409]).toContain(status)
  }
  for (const invoice of invoices) {
    await payInCopy(invoice)
    await pay(payer, invoice)
  }
  const charged = (await charges(portal)).map(({ metadata }) => metadata['invoice']!)
  expect(charged.toSorted()).toEqual(invoices.map((_, at) => `COPY-${at}`).toSorted())
  expect((await run('npm run portal -- doctor')).out).toMatch(
    /^FAIL {2}unknown payments: .* a second database/m,
  )
}, 300_000)
