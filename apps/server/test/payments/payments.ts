import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, onTestFinished } from 'vitest'
import { readInstanceId } from '../../src/platform/database/instance.ts'
import type { ProviderIntent } from '../../src/providers/cards/card-provider.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'

/** Returns the provider's charges, newest first: the portal's books must agree with them. */
export async function charges(portal: TestPortal, invoiceId?: string): Promise<ProviderCharge[]> {
  const { data } = await portal.sandbox.provider<{ data: ProviderCharge[] }>('/charges?limit=100')
  const number = invoiceId && (await invoiceNumberOf(portal, invoiceId))
  return data.filter(({ paid, metadata }) => paid && (!number || metadata.invoice === number))
}

/** The number by which the provider knows an invoice. */
async function invoiceNumberOf({ system }: TestPortal, invoiceId: string): Promise<string> {
  const { rows } = await system.query<{ number: string }>(
    sql`select invoice_number as number from invoice where id = ${invoiceId}`,
  )
  return rows[0]?.number ?? 'unknown'
}

/** The statuses of the invoice's intents at the provider, newest first. */
export async function intentStatuses(portal: TestPortal, invoiceId: string): Promise<string[]> {
  const number = await invoiceNumberOf(portal, invoiceId)
  const { data } = await portal.sandbox.provider<{
    data: { status: string; metadata: { invoice?: string } }[]
  }>('/payment_intents?limit=100')
  return data.filter(({ metadata }) => metadata.invoice === number).map((one) => one.status)
}

interface ProviderCharge {
  id: string
  amount: number
  paid: boolean
  metadata: Record<string, string>
}

/** The amounts that the provider charged a company, smallest first. */
export async function takenFrom(portal: TestPortal, accountId: string): Promise<number[]> {
  return (await charges(portal))
    .filter(({ metadata }) => metadata['account'] === accountId)
    .map(({ amount }) => amount)
    .sort((a, b) => a - b)
}

async function givenSignedIn(portal: TestPortal, accountId: string, email: string) {
  await portal.given.company(accountId)
  await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  return portal.signIn(email)
}

/** A company with one payer and a working card. */
export async function givenPayer(
  portal: TestPortal,
  accountId: string,
  email = `payer@${accountId.toLowerCase()}.example`,
  card = 'pm_card_visa',
) {
  const payer = await givenSignedIn(portal, accountId, email)
  expect((await payer.send('POST', `/api/payment/card?stripeToken=${card}`)).statusCode).toBe(200)
  return payer
}

/** A company whose default card's bank requires a confirmation whenever its holder is present. */
export async function givenAskedPayer(portal: TestPortal, accountId: string) {
  const payer = await givenSignedIn(portal, accountId, `payer@${accountId.toLowerCase()}.example`)
  const save = (token: string) => payer.post(`/api/payment/card?stripeToken=${token}`)
  const asked = await save('pm_card_authenticationRequired')
  const setup = intentOf(asked.json<{ clientSecret: string }>().clientSecret)
  await portal.sandbox.control('/three-d-secure', { intent: setup })
  expect((await save(setup)).statusCode).toBe(200)
  return payer
}

/** Saves a card and makes it the default. */
export async function useCard(payer: Browser, token: string): Promise<void> {
  const { id } = (await payer.post(`/api/payment/card?stripeToken=${token}`)).json<{ id: string }>()
  const answer = await payer.send('PUT', `/api/payment/card/default?cardId=${id}`)
  expect(answer.statusCode).toBe(200)
}

/** Acts as a person at the provider's dashboard. */
export async function atProvider(
  { sandbox }: TestPortal,
  path: string,
  body: Record<string, string>,
): Promise<{ id: string }> {
  const answer = await fetch(`${sandbox.cardsOrigin}/v1${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_portal' },
    body: new URLSearchParams(body),
  })
  expect(answer.status).toBe(200)
  return answer.json() as Promise<{ id: string }>
}

/** Refunds the invoice's newest charge, or a part of it, at the provider. */
export async function refundOf(portal: TestPortal, invoiceId: string, cents?: number) {
  const [charge] = await charges(portal, invoiceId)
  return atProvider(portal, '/refunds', {
    charge: charge!.id,
    ...(cents && { amount: String(cents) }),
  })
}

/** Loses the response to the next charge, which succeeds, and to reads of it. */
export async function loseAnswers({ sandbox }: TestPortal): Promise<void> {
  const confirm = { method: 'POST', path: '/confirm$', times: 2, kind: 'reset_after' }
  await sandbox.control('/faults', confirm)
  const read = { method: 'GET', path: '/v1/payment_intents/', times: 4 }
  await sandbox.control('/faults', { ...read, kind: 'status', status: 503 })
}

/** A payment at the provider that the database has lost; or only its intent. */
export async function forgottenPayment(
  { deps, system }: TestPortal,
  wanted: { accountId: string; invoiceNumber: string; amountCents: number },
  isMade = true,
): Promise<ProviderIntent> {
  const { rows } = await system.query<{ customerId: string; cardId: string }>(sql`
    select customer_id as "customerId", provider_card_id as "cardId"
      from card join provider_customer using (account_id) where account_id = ${wanted.accountId}`)
  const attemptId = randomUUID()
  const instance = await readInstanceId(system)
  const intent = await deps.cards.createIntent({ ...rows[0]!, ...wanted, instance, attemptId })
  return isMade ? deps.cards.confirmIntent(intent.id, attemptId, false) : intent
}

/** Refunds stay pending at the provider until the test ends or settles them. */
export async function keepRefundsPending({ sandbox }: TestPortal): Promise<void> {
  await sandbox.control('/refunds', { keep: true })
  onTestFinished(async () => {
    await sandbox.control('/refunds', { keep: false })
  })
}

/** The intent of the bank's question. */
export const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

export interface Books {
  states: string[]
  receivableCents: number
  clearingCents: number
  receipts: number
  payments: number
}

/** The books of a company after one payment of $100.00. */
export const onePaid: Books = {
  states: ['succeeded'],
  receivableCents: -10_000,
  clearingCents: 10_000,
  receipts: 1,
  payments: 1,
}

/** One payment of $100.00 in the books and one charge at the provider, after any number of attempts. */
export async function expectPaidOnce(
  portal: TestPortal,
  accountId: string,
  invoiceId: string,
  states = onePaid.states,
): Promise<void> {
  expect(await books(portal, accountId)).toEqual({ ...onePaid, states })
  expect(await charges(portal, invoiceId)).toHaveLength(1)
}

/** Everything the portal has recorded about payments of one company. */
export async function books(portal: TestPortal, accountId: string): Promise<Books> {
  const { rows } = await portal.system.query<Books & Record<string, unknown>>(sql`
    with entries as (select * from ledger_entry where account_id = ${accountId})
    select (select coalesce(array_agg(state order by created_at, amount_cents), '{}')
              from payment_attempt
             where account_id = ${accountId}) as states,
           (select coalesce(sum(amount_cents), 0)::bigint from entries
             where ledger_account = 'receivable') as "receivableCents",
           (select coalesce(sum(amount_cents), 0)::bigint from entries
             where ledger_account = 'card_clearing') as "clearingCents",
           (select count(*) from mail
             where account_id = ${accountId} and about like 'receipt %') as receipts,
           (select count(*) from history_entry
             where account_id = ${accountId} and entry_type = 'Card Payment') as payments`)
  return rows[0]!
}

/** Waits until a charge of the company is recorded and sent to the provider, which delays it. */
export async function untilCharging(portal: TestPortal, accountId: string): Promise<void> {
  const states = async () => (await books(portal, accountId)).states
  await expect.poll(states, { timeout: 10_000 }).toContain('open')
}

/** Makes the open attempts of a company this old. */
export async function ageAttempts(
  portal: TestPortal,
  accountId: string,
  minutes: number,
): Promise<void> {
  await portal.system.query(
    `update payment_attempt set created_at = now() - make_interval(mins => $2)
      where account_id = $1 and settled_at is null`,
    [accountId, minutes],
  )
}

/** Makes every open attempt due for the reconciler now instead of when its lease ends. */
export async function releaseLeases(portal: TestPortal): Promise<void> {
  await portal.system.query('update payment_attempt set lease_until = now()')
  await portal.system.query('update payment_batch set lease_until = now()')
}
