import sql from 'sql-template-tag'
import { autoPayTerms, enrollRefusal, termsVersion } from '@portal/domain/payments/autopay'
import type { AutoPayRules } from '@portal/domain/payments/autopay-plan'
import { formatMoney } from '@portal/domain/kernel/money'
import { formatDay } from '@portal/domain/kernel/day'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../../platform/history.ts'
import { named, type Fact } from '../../platform/mail-content.ts'
import { queueMail } from '../../platform/mail-queue.ts'
import { publishEvent } from '../../platform/outbox.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actorName, withScope, type Scope } from '../../platform/scope.ts'
import {
  findAutoPayCard,
  findEnrolment,
  findRules,
  hasPastDue,
  readClock,
  saveRules,
} from './autopay.queries.ts'
import { fixTodayAgain, lockAutoPay } from './plan-autopay.ts'
import { receiptRecipients } from '../receipts/receipt.ts'

/**
 * Enrolls the company; a repeat changes nothing. The accepted terms are stored with the person who
 * accepted them.
 */
export async function enroll(deps: Deps, scope: Scope): Promise<void> {
  const { accountId, actor } = scope
  const limitCents = deps.config.page.cardLimitCents
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockAutoPay(tx, accountId)
    if (await findEnrolment(tx, accountId)) return
    const { today } = await readClock(tx)
    const card = await findAutoPayCard(tx, accountId)
    const pastDue = await hasPastDue(tx, accountId, today)
    const refusal = enrollRefusal(card ?? null, pastDue, today)
    if (refusal) throw new Refusal(409, refusal)
    await tx.run(sql`
      insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
      values (${accountId}, ${actor.userId}, ${actor.accountId}, ${actorName(actor)}, ${actor.ipAddress},
              ${termsVersion}, ${autoPayTerms(limitCents).join('\n\n')})`)
    await fixTodayAgain(tx, accountId, limitCents)
    await tell(tx, scope, 'AutoPay Enrolled', 'Enrolled in AutoPay', {
      facts: [['Terms of', termsVersion]],
      notes: ['Invoices will be charged to the default card on their due dates.'],
    })
    await publishEvent(tx, {
      accountId,
      type: 'autopay.enrolled',
      data: { termsVersion, enrolledBy: eventAuthor(authorOf(scope)) },
    })
  })
}

/** Ends the enrollment at once; a run that has not started charges nothing. */
export async function optOut(deps: Deps, scope: Scope): Promise<void> {
  const { accountId, actor } = scope
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockAutoPay(tx, accountId)
    const ended = await tx.run(sql`
      update autopay_enrolment
         set ended_at = portal_now(), ended_by_name = ${actorName(actor)}, ended_ip_address = ${actor.ipAddress}
       where account_id = ${accountId} and ended_at is null`)
    if (!ended) return
    await tell(tx, scope, 'AutoPay Opted Out', 'Opted out of AutoPay', {
      facts: [],
      notes: ['Planned invoices must now be paid manually.'],
    })
    await publishEvent(tx, {
      accountId,
      type: 'autopay.opted_out',
      data: { optedOutBy: eventAuthor(authorOf(scope)) },
    })
  })
}

/** Sets the customer's own limits, from the next charge on. */
export async function changeRules(deps: Deps, scope: Scope, rules: AutoPayRules): Promise<void> {
  const { accountId } = scope
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockAutoPay(tx, accountId)
    const before = describe(await findRules(tx, accountId))
    await saveRules(tx, accountId, rules)
    await fixTodayAgain(tx, accountId, deps.config.page.cardLimitCents)
    const after = describe(rules)
    if (before === after) return
    await tell(tx, scope, 'AutoPay Settings', `Changed AutoPay: ${before} → ${after}`, {
      facts: [
        ['Before', before],
        ['Now', after],
      ],
      notes: [],
    })
  })
}

function describe({ capPerChargeCents, capPerMonthCents, pausedUntil }: AutoPayRules): string {
  const parts = [
    capPerChargeCents === null ? '' : `at most ${formatMoney(capPerChargeCents, 'USD')} per charge`,
    capPerMonthCents === null ? '' : `at most ${formatMoney(capPerMonthCents, 'USD')} per month`,
    pausedUntil === null ? '' : `paused until ${formatDay(pausedUntil)}`,
  ].filter(Boolean)
  return parts.join(', ') || 'no limits'
}

async function tell(
  tx: Tx,
  scope: Scope,
  entryType: string,
  description: string,
  { facts, notes }: { facts: Fact[]; notes: string[] },
): Promise<void> {
  const { accountId, actor, companyName } = scope
  const entry = { category: 'Payment', entryType, description } as const
  const entryId = await recordHistory(tx, authorOf(scope), entry)
  await queueMail(tx, {
    accountId,
    about: `autopay ${entryId}`,
    kind: 'autopay',
    recipients: await receiptRecipients(tx, accountId, actor.userId),
    subject: `${description} (${named(companyName)})`,
    heading: description,
    preview: `By ${named(actorName(actor))}.`,
    facts: [['Company', companyName], ['By', actorName(actor)], ...facts],
    button: { label: 'See the plan', path: '/payments?tab=autopay' },
    notes,
  })
}
