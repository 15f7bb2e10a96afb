import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal as run } from '../../test/integration/command-line.ts'
import { foreignIntent } from '../../test/payments/foreign-intent.ts'
import { givenPayer } from '../../test/payments/payments.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { readInstanceId } from '../platform/database/instance.ts'

const portal = testPortal()
let instance: string
let card: string

beforeAll(async () => {
  instance = await readInstanceId(portal.system)
  await givenPayer(portal, 'R1')
  const { rows } = await portal.system.query<{ id: string }>('select id from card')
  card = rows[0]!.id
  // An event would settle the attempts that it names.
  await portal.sandbox.control('/webhooks', { drop: true })
})

const payments = (...args: string[]) => run(['payments', ...args], portal.env)

const intentOf = (metadata: Record<string, string>, by?: string) =>
  foreignIntent(portal, metadata, by)

/** Inserts an attempt into the database only, not at the provider. */
async function attemptOf(state: string, intent: string | null): Promise<string> {
  const id = randomUUID()
  const invoice = await portal.given.invoice('R1', `R-${id.slice(0, 8)}`, { balance: 12_345 })
  const isFinal = ['succeeded', 'failed'].includes(state)
  await portal.system.query(sql`
    insert into payment_attempt (account_id, id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                 actor_name, ip_address, state, intent_id, settled_at)
    values ('R1', ${id}, ${invoice}, ${`R-${id.slice(0, 8)}`}, ${card}, 12345, 'USD', 'Ana', '::1', ${state}, ${intent},
            case when ${isFinal} then now() end)`)
  return id
}

const about = (attempt: string) => ({ instance, attempt, account: 'R1', invoice: 'R-1\u001b[2J' })

test('wrong arguments are refused with the usage', async () => {
  for (const args of [
    ['reconcile'],
    ['reconcile', '--since', 'yesterday'],
    ['resolve'],
    ['resolve', 'INV-1'],
    ['resolve', randomUUID(), '--since', '2026-01-01'],
  ])
    expect(await payments(...args)).toMatchObject({ code: 2, out: '' })
})

test('payments that are missing or different in the database are reconciled', async () => {
  const forgotten = randomUUID()
  const forgottenIntent = await intentOf(about(forgotten), 'pm_card_visa')
  const failed = await attemptOf('failed', null)
  await intentOf(about(failed), 'pm_card_visa')
  const open = await attemptOf('open', null)
  await intentOf(about(open), 'pm_card_visa')
  const unfinished = randomUUID()
  await intentOf(about(unfinished))
  const declined = randomUUID()
  await intentOf(about(declined), 'pm_card_chargeDeclinedInsufficientFunds')
  const twice = await attemptOf('succeeded', 'pi_another')
  await intentOf(about(twice), 'pm_card_visa')
  // Three attempts: one is equal at the provider, one is of another portal's database, and one has another object on the account.
  const same = await attemptOf('succeeded', null)
  await portal.system.query(sql`
    update payment_attempt set intent_id = ${await intentOf(about(same), 'pm_card_visa')} where id = ${same}`)
  await intentOf({ ...about(randomUUID()), instance: randomUUID() }, 'pm_card_visa')
  await intentOf({ order: '7' }, 'pm_card_visa')

  const { code, out } = await payments('reconcile', '--since', new Date().toISOString())
  // Two intents name one attempt: a person has to decide.
  expect(code).toBe(1)
  const lines = (attempt: string) => out.split('\n').filter((text) => text.includes(attempt))
  const unknown = 'not known here: company R1, invoice R-1'
  for (const [attempt, words] of [
    [forgotten, `Z ${forgottenIntent} $123.45 succeeded at the provider, ${unknown}`],
    [failed, 'succeeded at the provider, failed here'],
    [open, 'succeeded at the provider, open here'],
    [unfinished, 'requires_payment_method at the provider, not known here'],
    [declined, 'requires_payment_method (insufficient_funds) at the provider'],
    [twice, 'succeeded at the provider, succeeded here'],
  ] as const)
    expect(lines(attempt)).toEqual([expect.stringContaining(words)])
  expect(lines(same)).toEqual([])
  expect(out).not.toContain('\u001b')
  expect(out).toMatch(/\n7 payments compared, 6 were different here, 1 still are\.\n$/)
  const { rows } = await portal.system.query<{ id: string; state: string; adopted: boolean }>(
    'select id, state, is_adopted as adopted from payment_attempt where id = any ($1)',
    [[forgotten, failed, open, unfinished, declined, twice]],
  )
  const stateOf = (id: string) => rows.find((row) => row.id === id)
  expect(stateOf(forgotten)).toMatchObject({ state: 'succeeded', adopted: true })
  expect(stateOf(failed)).toMatchObject({ state: 'succeeded', adopted: true })
  expect(stateOf(open)).toMatchObject({ state: 'succeeded', adopted: false })
  expect([stateOf(unfinished), stateOf(declined)]).toEqual([undefined, undefined])
  const again = await payments('reconcile', '--since', new Date().toISOString())
  expect(again.out).toMatch(/\n7 payments compared, 1 were different here, 1 still are\.\n$/)
})

test('one payment is looked up by its attempt', async () => {
  const attempt = await attemptOf('failed', null)
  expect(await payments('resolve', attempt)).toMatchObject({
    code: 1,
    err: 'The card provider has no payment for this attempt.\n',
  })
  const intent = await intentOf(about(attempt), 'pm_card_visa')
  const found = await payments('resolve', attempt)
  expect(found.out).toContain(
    `${intent} $123.45 succeeded at the provider, failed here: company R1`,
  )
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining('settled: succeeded') })
})

test('all pages of the list are read', async () => {
  const before = new Date()
  await portal.sandbox.reset()
  const ids = Array.from({ length: 230 }, () => randomUUID())
  for (const id of ids) await intentOf(about(id))
  const { out } = await payments('reconcile', '--since', before.toISOString())
  expect(ids.filter((id) => !out.includes(id))).toEqual([])
  expect(out).toMatch(/\n230 payments compared, 230 were different here, 0 still are\.\n$/)
})
