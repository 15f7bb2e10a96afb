import { expect, onTestFinished } from 'vitest'
import type { TestPortal } from './portal.ts'

/** Returns the provider's charges, newest first: the portal's books must agree with them. */
export async function charges(portal: TestPortal, invoiceId?: string): Promise<ProviderCharge[]> {
  const { data } = await portal.sandbox.provider<{ data: ProviderCharge[] }>('/charges?limit=100')
  const number = invoiceId && (await invoiceNumberOf(portal, invoiceId))
  return data.filter(({ paid, metadata }) => paid && (!number || metadata.invoice === number))
}

/** The number by which the provider knows an invoice. */
export async function invoiceNumberOf(portal: TestPortal, invoiceId: string): Promise<string> {
  const { rows } = await portal.system.query<{ number: string }>(
    'select invoice_number as number from invoice where id = $1',
    [invoiceId],
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

/** A company with one payer and a working card. */
export async function givenPayer(
  portal: TestPortal,
  accountId: string,
  email = `payer@${accountId.toLowerCase()}.example`,
  card = 'pm_card_visa',
) {
  await portal.given.company(accountId)
  await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  const payer = await portal.signIn(email)
  expect((await payer.send('POST', `/api/payment/card?stripeToken=${card}`)).statusCode).toBe(200)
  return payer
}

/** A company whose default card's bank requires a confirmation whenever its holder is present. */
export async function givenAskedPayer(
  portal: TestPortal,
  accountId: string,
  card = 'pm_card_authenticationRequired',
) {
  const email = `payer@${accountId.toLowerCase()}.example`
  await portal.given.company(accountId)
  await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  const payer = await portal.signIn(email)
  const save = (token: string) => payer.post(`/api/payment/card?stripeToken=${token}`)
  const asked = (await save(card)).json<{ clientSecret: string }>()
  const setup = intentOf(asked.clientSecret)
  await portal.sandbox.control('/three-d-secure', { intent: setup })
  expect((await save(setup)).statusCode).toBe(200)
  return payer
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

/** Everything the portal has recorded about payments of one company. */
export async function books(portal: TestPortal, accountId: string): Promise<Books> {
  const one = async <T>(statement: string) =>
    (await portal.system.query<{ value: T }>(statement, [accountId])).rows[0]?.value
  return {
    states: (await one<string[]>(
      `select coalesce(array_agg(state order by created_at), '{}') as value from payment_attempt where account_id = $1`,
    ))!,
    receivableCents: (await one<number>(
      `select coalesce(sum(amount_cents), 0)::bigint as value from ledger_entry where account_id = $1 and ledger_account = 'receivable'`,
    ))!,
    clearingCents: (await one<number>(
      `select coalesce(sum(amount_cents), 0)::bigint as value from ledger_entry where account_id = $1 and ledger_account = 'card_clearing'`,
    ))!,
    receipts: (await one<number>(
      `select count(*) as value from mail where account_id = $1 and about like 'receipt %'`,
    ))!,
    payments: (await one<number>(
      `select count(*) as value from history_entry where account_id = $1 and entry_type = 'Card Payment'`,
    ))!,
  }
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
