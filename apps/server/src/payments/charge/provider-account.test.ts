import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { foreignIntent } from '../../../test/payments/foreign-intent.ts'
import { givenPayer } from '../../../test/payments/payments.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal/portal.ts'
import type { ProviderAccount } from '../../providers/cards/card-provider.ts'
import { listChargingStops } from './charging-stop.ts'
import { readInstance } from '../../platform/database/instance.ts'
import { compareInstances, continueInstance, requireOwnAccount } from './provider-account.ts'

let portal: TestPortal

beforeEach(async () => {
  portal = await startTestPortal()
  onTestFinished(() => portal.close())
})

/** The portal with a key of another account or mode. The sandbox has only one account, in test mode. */
const withAccount = (given: ProviderAccount) => ({
  ...portal.deps,
  cards: { ...portal.deps.cards, account: () => Promise.resolve(given) },
})
const live = { id: 'acct_live', livemode: true }
const compare = (signal = new AbortController().signal) =>
  compareInstances(portal.system, portal.deps.cards, signal)
const takeOver = (id: string, given = live) =>
  continueInstance(portal.system, withAccount(given).cards, id)
const stops = async () => (await listChargingStops(portal.system)).map(({ kind }) => kind)

/** Returns an intent as created by another portal's database. */
const intentOf = (instance: string) =>
  foreignIntent(portal, { instance, account: 'X1', invoice: 'X-1', attempt: randomUUID() })

test('the first server decides the account; a key of another account or mode is refused', async () => {
  await requireOwnAccount(portal.deps)
  const instance = await readInstance(portal.system)
  expect(instance).toMatchObject({ account: 'acct_1PortalSandboxCards', livemode: false })
  await requireOwnAccount(portal.deps)
  await expect(requireOwnAccount(withAccount({ id: 'acct_2', livemode: false }))).rejects.toThrow(
    'This database belongs to acct_1PortalSandboxCards (test mode) at the card provider, and STRIPE_SECRET_KEY to ' +
      'acct_2 (test mode). Set the key of acct_1PortalSandboxCards, or use another database.',
  )
  const sameInLiveMode = { id: 'acct_1PortalSandboxCards', livemode: true }
  await expect(requireOwnAccount(withAccount(sameInLiveMode))).rejects.toThrow('(live mode)')
  expect(await readInstance(portal.system)).toEqual(instance)
  expect(await stops()).toEqual([])
})

test('two first servers with different keys agree on one account', async () => {
  const both = await Promise.allSettled([
    requireOwnAccount(withAccount({ id: 'acct_1', livemode: false })),
    requireOwnAccount(withAccount({ id: 'acct_2', livemode: false })),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a provider that does not respond stops only the very first server from starting', async () => {
  const silent = { method: 'GET', path: '/v1/account$', times: 1, kind: 'status', status: 503 }
  await portal.sandbox.control('/faults', silent)
  await expect(requireOwnAccount(portal.deps)).rejects.toThrow('The card provider did not answer.')
  await requireOwnAccount(portal.deps)
  await portal.owner.query(`update portal_instance set provider_account = 'acct_2'`)
  await portal.sandbox.control('/faults', silent)
  // The portal starts, retries, and then finds the key of another account.
  const refused = new Promise<unknown>((resolve, reject) => {
    const onRefusal = (_deps: unknown, error: unknown) => resolve(error)
    requireOwnAccount(portal.deps, { afterMs: 10, onRefusal }).catch(reject)
  })
  expect(String(await refused)).toContain('This database belongs to acct_2 (test mode)')
})

test('a new database in live mode charges as soon as the account is known to have no other payments', async () => {
  const payer = await givenPayer(portal, 'I1')
  const invoice = await portal.given.invoice('I1', 'I-1')
  await requireOwnAccount(withAccount(live))
  await requireOwnAccount(withAccount(live))
  expect(await stops()).toEqual(['new_instance'])
  expect((await payer.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(503)
  await intentOf((await readInstance(portal.system)).id)
  await intentOf('')
  await compare(AbortSignal.abort())
  expect(await stops()).toEqual(['new_instance'])
  await compare()
  expect(await stops()).toEqual([])
  expect((await payer.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(200)
})

test('with payments of another database, nothing is charged until an operator names that database', async () => {
  const payer = await givenPayer(portal, 'I2')
  const invoice = await portal.given.invoice('I2', 'I-2')
  const former = randomUUID()
  await requireOwnAccount(withAccount(live))
  await intentOf(former)
  await compare()
  await compare()
  const [stop] = await listChargingStops(portal.system)
  expect(stop!.reason).toContain(`payments of another portal database, ${former}, the newest of 20`)
  expect((await payer.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(503)

  const misspelled = randomUUID()
  await expect(takeOver(misspelled)).rejects.toThrow(`The account has no payment of ${misspelled}.`)
  const otherKey = takeOver(former, { id: 'acct_2', livemode: true })
  await expect(otherKey).rejects.toThrow('This database belongs to acct_live (live mode)')
  await takeOver(former)
  expect((await readInstance(portal.system)).id).toBe(former)
  expect((await payer.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(200)
  // The charges of the earlier database are not known here yet.
  expect(await stops()).toEqual(['automatic'])
  await expect(takeOver(former)).rejects.toThrow('does not wait for an instance')
})

test('a database that continues none is named by its own id; one with payments cannot continue another', async () => {
  const payer = await givenPayer(portal, 'I3')
  const invoice = await portal.given.invoice('I3', 'I-3')
  expect((await payer.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(200)
  const own = (await readInstance(portal.system)).id
  const other = randomUUID()
  await intentOf(other)
  await requireOwnAccount(withAccount(live))
  await compare()
  await expect(takeOver(other)).rejects.toThrow('This database has payments of its own.')
  expect(await stops()).toEqual(['new_instance'])
  await takeOver(own)
  expect(await stops()).toEqual([])
  expect((await readInstance(portal.system)).id).toBe(own)
})

test('the web server cannot start charging, name an instance or move to another account', async () => {
  await requireOwnAccount(portal.deps)
  for (const forbidden of [
    `delete from charging_stop`,
    `update charging_stop set reason = ''`,
    `update portal_instance set id = gen_random_uuid()`,
    `update portal_instance set provider_account = 'acct_2'`,
  ])
    await expect(portal.deps.db.query(forbidden)).rejects.toThrow('permission denied')
  await portal.owner.query(`update portal_instance set provider_account = 'acct_2'`)
  await expect(requireOwnAccount(portal.deps)).rejects.toThrow('belongs to acct_2 (test mode)')
})
