import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { findChargingStop } from '../../platform/charging.ts'
import { inTransaction, withAccount, type Database } from '../../platform/database.ts'
import type { ChargeState } from '../../providers/cards/card-provider.ts'
import type { Attempt, Outcome } from './attempt.ts'
import { selectAttempts } from './attempts.queries.ts'
import { chargeAttempt } from './charge-attempt.ts'
import { endCharge, endings, outcomeOf } from './outcome.ts'
import { settlePayment } from './settle-payment.ts'

/** The provider forgets idempotency keys after a day; an hour before that nothing is sent again. */
export const resendHours = 23

type Leased = Attempt & { mayResend: boolean; balanceUnchanged: boolean }

/**
 * Finds out how attempts ended that nobody looks after any more: asks the provider, and where it knows
 * nothing asks again with the same key. Answers how many it looked at. Any number of workers may run it.
 */
export async function reconcile(deps: Deps, systemDb: Database): Promise<number> {
  const attempts = await leaseAttempts(systemDb)
  for (const attempt of attempts) {
    try {
      await reconcileOne(deps, attempt)
    } catch (error) {
      deps.log.warn({ err: error, attemptId: attempt.id }, 'an attempt is still unknown')
    }
  }
  return attempts.length
}

/** Takes attempts nobody holds, for a minute; another worker passes over them. */
async function leaseAttempts(systemDb: Database): Promise<Leased[]> {
  return inTransaction(systemDb, async (tx) => {
    const leased = await tx.query<{
      id: string
      mayResend: boolean
      balanceUnchanged: boolean
    }>(sql`
      update payment_attempt p
         set lease_until = now() + interval '1 minute',
             -- From here on somebody else may have sent it than who opened it.
             state = case p.state when 'submitted' then 'unknown' else p.state end
        from (select a.account_id, a.id from payment_attempt a
               where a.state in ('submitted', 'unknown', 'requires_action') and a.lease_until <= now()
                 and a.needs_person is null
               order by a.lease_until limit 20 for update skip locked) due, invoice i
       where p.account_id = due.account_id and p.id = due.id
         and i.account_id = p.account_id and i.id = p.invoice_id
   returning p.id, p.created_at > now() - make_interval(hours => ${resendHours}) as "mayResend",
             i.books_balance_cents = p.books_balance_cents as "balanceUnchanged"`)
    const flags = new Map(leased.map((row) => [row.id, row]))
    const attempts = await selectAttempts(tx, sql`p.id = any (${[...flags.keys()]})`)
    return attempts.map((attempt) => {
      const { mayResend = false, balanceUnchanged = false } = flags.get(attempt.id) ?? {}
      return { ...attempt, mayResend, balanceUnchanged }
    })
  })
}

async function reconcileOne(deps: Deps, attempt: Leased): Promise<void> {
  const known = await deps.cards.findCharge({ ...attempt, attemptId: attempt.id })
  const outcome = known ? await judge(deps, attempt, known) : await resend(deps, attempt)
  await withAccount(deps.paymentsDb, attempt.accountId, async (tx) => {
    if (outcome) await settlePayment(tx, attempt, outcome)
    else await askPerson()
    async function askPerson() {
      deps.log.error(
        { attemptId: attempt.id },
        'a payment needs a person: the provider has no charge for it',
      )
      await tx.run(sql`
        update payment_attempt set needs_person = 'The provider has no charge for this attempt.'
         where account_id = ${attempt.accountId} and id = ${attempt.id}`)
    }
  })
}

/** A payer who was given the time to answer the bank, and has not come back, is waited for no longer. */
function judge(deps: Deps, attempt: Leased, known: ChargeState): Promise<Outcome> {
  if (attempt.state === 'requires_action' && known.state === 'requires_action')
    return endCharge(deps, known.providerId, endings.unanswered)
  return outcomeOf(deps, attempt, known)
}

/** What to do when the provider has no charge; nothing when only a person may decide. */
async function resend(deps: Deps, attempt: Leased): Promise<Outcome | undefined> {
  if (!attempt.mayResend) return undefined
  // Sending it again would be a new charge; it stays as it is until charging goes on.
  if (await findChargingStop(deps.paymentsDb)) throw new Error('charging is stopped')
  if (attempt.balanceUnchanged) return chargeAttempt(deps, attempt)
  // The frozen amount is no longer what is due, and nothing was charged: the customer decides anew.
  const message = 'The balance changed before the payment was made. Please try again.'
  return { state: 'failed', providerId: null, code: 'balance_changed', message }
}
