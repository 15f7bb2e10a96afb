import sql, { empty, type Sql } from 'sql-template-tag'
import type { AttemptRow } from '@portal/domain/payments/charge-comparison'
import type { Tx } from '../../platform/database/database.ts'
import type { Author } from '../../platform/history/history.ts'
import type { ChargeFailure } from '../../providers/cards/card-provider.ts'
import { isOpen, type Attempt, type AttemptState } from './attempt.ts'

type Row = Omit<Attempt, 'author'> & Omit<Author, 'accountId'>

/** Reads complete attempts. The condition may use `p` (attempt), `i` (invoice) and `c` (card). */
export async function selectAttempts(tx: Tx, condition: Sql): Promise<Attempt[]> {
  const rows = await tx.query<Row>(sql`
    select p.id, p.account_id as "accountId", p.invoice_id::text as "invoiceId",
           p.invoice_number as "invoiceNumber", c.provider_card_id as "providerCardId",
           pc.customer_id as "customerId", p.amount_cents as "amountCents", p.batch_id as "batchId",
           p.on_session as "onSession", p.state, p.is_adopted as "isAdopted", p.intent_id as "intentId",
           p.created_at as "openedAt", p.actor_id as "actorId",
           p.actor_account_id as "actorAccountId", p.actor_name as "actorName", p.ip_address as "ipAddress"
      from payment_attempt p
      left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      left join card c on c.account_id = p.account_id and c.id = p.card_id
      left join provider_customer pc on pc.account_id = p.account_id
     where ${condition}`)
  return rows.map(({ actorId, actorAccountId, actorName, ipAddress, ...attempt }) => ({
    ...attempt,
    author: { accountId: attempt.accountId, actorId, actorAccountId, actorName, ipAddress },
  }))
}

/** Returns the attempt with an id in its current state. */
export async function findAttempt(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<Attempt | undefined> {
  const [attempt] = await selectAttempts(tx, sql`p.account_id = ${accountId} and p.id = ${id}`)
  return attempt
}

/** Returns attempts by id, as the rules of a charge need them. */
export async function findRows(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  lock: 'lock' | 'read' = 'read',
): Promise<Map<string, AttemptRow>> {
  const rows = await tx.query<{
    id: string
    state: AttemptState
    intentId: string | null
    amountCents: number
  }>(sql`
    select id, state, intent_id as "intentId", amount_cents as "amountCents" from payment_attempt
     where account_id = ${accountId} and id = any (${ids}::uuid[])
     order by id ${lock === 'lock' ? sql`for no key update` : empty}`)
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, state: isOpen(row) ? 'open' : (row.state as 'succeeded' | 'failed') },
    ]),
  )
}

/** Prevents the attempt's batch from ending before this transaction, because the mails about the attempt depend on the batch. */
export async function holdBatchOf(tx: Tx, accountId: string, attemptId: string): Promise<void> {
  await tx.run(sql`
    select from payment_batch b
     where b.account_id = ${accountId} and b.id = (
             select batch_id from payment_attempt where account_id = ${accountId} and id = ${attemptId})
       for share`)
}

/** Stores why an open attempt is being canceled, before the provider is called. The first reason is kept. */
export async function noteReason(
  tx: Tx,
  { accountId, id }: Attempt,
  { code, message }: ChargeFailure,
): Promise<void> {
  await tx.run(sql`
    update payment_attempt set failure_code = ${code}, failure_message = ${message}
     where account_id = ${accountId} and id = ${id} and state in ('open', 'requires_action')
       and failure_code is null`)
}

export async function storeIntentId(
  tx: Tx,
  { accountId, id }: Attempt,
  intentId: string,
): Promise<void> {
  await tx.run(sql`
    update payment_attempt set intent_id = ${intentId} where account_id = ${accountId} and id = ${id}`)
}

/** Leaves open attempts to the reconciler after `seconds`. */
export async function leaveAttempts(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  seconds = 0,
): Promise<void> {
  await tx.run(sql`
    update payment_attempt set lease_until = now() + make_interval(secs => ${seconds})
     where account_id = ${accountId} and id = any (${ids}::uuid[])
       and state in ('open', 'requires_action')`)
}

export interface AttemptStanding {
  id: string
  state: AttemptState
  failureCode: string | null
  failureMessage: string | null
  amountCents: number
  invoiceNumber: string
}

/** Returns an attempt's state, for the response to a customer. */
export function findAttemptState(tx: Tx, condition: Sql): Promise<AttemptStanding | undefined> {
  return tx.one<AttemptStanding>(sql`
    select p.id, p.state, p.failure_code as "failureCode",
           p.failure_message as "failureMessage", p.amount_cents as "amountCents",
           p.invoice_number as "invoiceNumber"
      from payment_attempt p
     where ${condition}`)
}
