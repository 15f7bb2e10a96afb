import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { MoneyBack, ProviderEvent } from '../../providers/cards/card-provider.ts'
import { store, storeEvent } from '../events/provider-events.queries.ts'
import { EventUnresolved } from '../events/take-event.ts'
import type { PaidAttempt } from './attempt.ts'
import { bookMoneyBack, knownMoneyBack } from './book-money-back.ts'
import { bringOursIntoLine } from './take-charge-event.ts'

export const moneyBackEvents = new Set([
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
])

/** How often the check is repeated if another process booked something in between. */
const checksAtMost = 5

/** Processes the event that money of a charge was returned, is disputed, or was paid back. */
export async function recordRefunds(deps: Deps, event: ProviderEvent): Promise<void> {
  const { paymentId } = event
  // The event may arrive before its payment is booked here, or after the payment was lost.
  const intent = paymentId ? await bringOursIntoLine(deps, paymentId) : undefined
  if (intent) await compareRefunds(deps, intent.id, intent.accountId, event)
  else await store(deps, event, 'not ours')
}

/**
 * Fetches all refunds and disputes of an intent and books their states. Afterwards the ledger agrees with the provider, whatever
 * was missed before; a repeat changes nothing. Throws `EventUnresolved` until the intent's payment has succeeded here.
 */
export async function compareRefunds(
  deps: Deps,
  intentId: string,
  accountId: string,
  event?: ProviderEvent,
): Promise<void> {
  for (let checks = 0; checks < checksAtMost; checks += 1)
    if ((await checkOnce(deps, intentId, accountId, event)) === 'done') return
  throw new EventUnresolved('Its refunds and disputes were changed while they were read.')
}

async function checkOnce(
  deps: Deps,
  intentId: string,
  accountId: string,
  event: ProviderEvent | undefined,
): Promise<'done' | 'overtaken'> {
  const before = await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const attempt = await findPaid(tx, accountId, intentId)
    return attempt && { attempt, known: await knownMoneyBack(tx, attempt) }
  })
  if (!before) throw new EventUnresolved('It names a payment that has not succeeded here.')
  // Fetched after the stored state was read, without a connection: the fetched state is newer than the stored one.
  const back = await deps.cards.findMoneyBack(intentId)
  const { attempt, known } = before
  return withAccount(deps.paymentsDb, accountId, async (tx) => {
    await lockPaid(tx, attempt)
    // Another check has booked something in the meantime, and may be newer.
    if (!isDeepStrictEqual(await knownMoneyBack(tx, attempt), known)) return 'overtaken'
    if (event && !(await storeEvent(tx, event, 'taken'))) return 'done'
    await bookMoneyBack(tx, attempt, known, datedBy(back, event))
    return 'done'
  })
}

/** A lost dispute has no time of its own. Its time is that of the event that closed it, or else that of the response. */
function datedBy(back: MoneyBack, event: ProviderEvent | undefined) {
  return {
    refunds: back.refunds,
    disputes: back.disputes.map((dispute) => ({
      ...dispute,
      at:
        event?.type === 'charge.dispute.closed' && event.objectId === dispute.id
          ? event.createdAt
          : back.seenAt,
    })),
  }
}

/** Returns the payment of an intent. */
async function findPaid(
  tx: Tx,
  accountId: string,
  intentId: string,
): Promise<PaidAttempt | undefined> {
  return tx.one<PaidAttempt>(sql`
    select p.id, p.account_id as "accountId", p.invoice_id::text as "invoiceId",
           p.invoice_number as "invoiceNumber", p.intent_id as "intentId", p.actor_id as "actorId"
      from payment_attempt p
     where p.account_id = ${accountId} and p.intent_id = ${intentId} and p.state = 'succeeded'`)
}

/** Locks the invoice first and the attempt second, as everywhere. */
async function lockPaid(tx: Tx, { accountId, id, invoiceId }: PaidAttempt): Promise<void> {
  await tx.run(sql`
    select from invoice where account_id = ${accountId} and id = ${invoiceId} for update`)
  await tx.run(sql`
    select from payment_attempt where account_id = ${accountId} and id = ${id} for no key update`)
}
