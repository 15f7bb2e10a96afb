import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../platform/database.ts'
import type { Author } from '../../platform/history.ts'
import type { Attempt, AttemptState } from './attempt.ts'

type AttemptRow = Omit<Attempt, 'author'> & Omit<Author, 'accountId'>

/** Reads attempts whole; the condition speaks of `p` (attempt), `i` (invoice) and `c` (card). */
export async function selectAttempts(tx: Tx, condition: Sql): Promise<Attempt[]> {
  const rows = await tx.query<AttemptRow>(sql`
    select p.id, p.account_id as "accountId", p.invoice_id::text as "invoiceId",
           i.invoice_number as "invoiceNumber", c.provider_card_id as "providerCardId",
           pc.customer_id as "customerId", p.amount_cents as "amountCents", p.batch_id as "batchId",
           p.on_session as "onSession", p.state, p.provider_id as "providerId", p.created_at as "createdAt", p.actor_id as "actorId",
           p.actor_account_id as "actorAccountId", p.actor_name as "actorName", p.ip_address as "ipAddress"
      from payment_attempt p
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      join card c on c.account_id = p.account_id and c.id = p.card_id
      join provider_customer pc on pc.account_id = p.account_id
     where ${condition}`)
  return rows.map(({ actorId, actorAccountId, actorName, ipAddress, ...attempt }) => ({
    ...attempt,
    author: { accountId: attempt.accountId, actorId, actorAccountId, actorName, ipAddress },
  }))
}

export interface AttemptStanding {
  id: string
  state: AttemptState
  failureMessage: string | null
  amountCents: number
  invoiceNumber: string
}

/** Where an attempt stands, for an answer to the customer. */
export function findAttemptState(tx: Tx, condition: Sql): Promise<AttemptStanding | undefined> {
  return tx.one<AttemptStanding>(sql`
    select p.id, p.state, p.failure_message as "failureMessage", p.amount_cents as "amountCents",
           i.invoice_number as "invoiceNumber"
      from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
     where ${condition}`)
}
