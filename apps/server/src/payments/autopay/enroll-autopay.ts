import sql from 'sql-template-tag'
import { autoPayTerms, enrollRefusal, termsVersion } from '@portal/domain/payments/autopay'
import type { AutoPayRules } from '@portal/domain/payments/autopay-plan'
import type { ShownAutoPay } from '@portal/domain/payments/autopay.schema'
import {
  cardText,
  changedAutoPay,
  chargeText,
  limitsText,
  shownAutoPay,
} from '@portal/domain/payments/autopay-shown'
import { formatDay } from '@portal/domain/kernel/day'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../../platform/history/history.ts'
import { named, type Fact } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { publishEvent } from '../../platform/outbox/outbox.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { actorName, withScope, type Scope } from '../../platform/database/scope.ts'
import {
  findAutoPayCard,
  findEnrolment,
  findRules,
  hasPastDue,
  readClock,
  saveRules,
} from './autopay.queries.ts'
import { planAnswer, settingsOf } from './autopay-answer.ts'
import { fixTodayAgain, lockAutoPay } from './plan-autopay.ts'
import { endEnrollments } from './stop-autopay.ts'
import type { ConfirmedCard } from '../cards/change-cards.ts'
import { receiptRecipients } from '../receipts/receipt.ts'

/** What a user confirmed; undefined for a program that shows nothing. */
interface Confirmed<Rules> {
  rules: Rules
  shown: ShownAutoPay | undefined
}

/**
 * Enrolls the company, with the given rules or the saved ones. A repeat changes nothing, and is refused if the card or the
 * limits in force differ from the confirmed ones. The accepted terms, and what was shown with them, are stored with the
 * user who accepted.
 */
export async function enroll(
  deps: Deps,
  scope: Scope,
  { rules, shown }: Confirmed<AutoPayRules | undefined>,
): Promise<void> {
  const { accountId, actor } = scope
  const limitCents = deps.config.page.cardLimitCents
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockAutoPay(tx, accountId)
    const card = await findAutoPayCard(tx, accountId)
    const saved = await findRules(tx, accountId)
    if (await findEnrolment(tx, accountId)) {
      const inForce = limitsText(settingsOf(saved))
      const wanted = rules ? settingsOf(rules) : (shown?.settings ?? settingsOf(saved))
      const isShownCard = !shown || shown.cardId === (card?.id ?? null)
      if (inForce === limitsText(wanted) && isShownCard) return
      throw new Refusal(
        409,
        `AutoPay is on already, with ${cardText(card ?? null)} and ${inForce}. Nothing was saved. Please check it and change it if it is not what you want.`,
      )
    }
    const { today } = await readClock(tx)
    const pastDue = await hasPastDue(tx, accountId, limitCents)
    const refusal = enrollRefusal(card ?? null, pastDue, today)
    if (refusal) throw new Refusal(409, refusal)
    if (rules) await saveRules(tx, accountId, rules)
    await tx.run(sql`
      insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms,
                                     shown)
      values (${accountId}, ${actor.userId}, ${actor.accountId}, ${actorName(actor)}, ${actor.ipAddress},
              ${termsVersion}, ${autoPayTerms(limitCents).join('\n\n')},
              ${shown ? JSON.stringify(shown) : null})`)
    const facts = await confirm(tx, scope, limitCents, saved, shown)
    await tell(tx, scope, 'AutoPay Enrolled', 'Enrolled in AutoPay', {
      facts: [...facts, ['Terms of', termsVersion]],
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
  const { accountId } = scope
  const author = authorOf(scope)
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockAutoPay(tx, accountId)
    if (!(await tx.run(endEnrollments(author, sql`${accountId}`)))) return
    await tell(tx, scope, 'AutoPay Opted Out', 'Opted out of AutoPay', {
      facts: [],
      notes: ['Planned invoices must now be paid manually.'],
    })
    await publishEvent(tx, {
      accountId,
      type: 'autopay.opted_out',
      data: { optedOutBy: eventAuthor(author) },
    })
  })
}

/** Sets the customer's own limits, from the next charge on. */
export async function changeRules(
  deps: Deps,
  scope: Scope,
  { rules, shown }: Confirmed<AutoPayRules>,
): Promise<void> {
  const { accountId } = scope
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockAutoPay(tx, accountId)
    const saved = await findRules(tx, accountId)
    await saveRules(tx, accountId, rules)
    await confirm(tx, scope, deps.config.page.cardLimitCents, saved, shown)
    const [before, after] = [saved, rules].map((one) => limitsText(settingsOf(one)))
    if (before === after) return
    await tell(tx, scope, 'AutoPay Settings', `Changed AutoPay: ${before} → ${after}`, {
      facts: [
        ['Before', before!],
        ['Now', after!],
      ],
      notes: [],
    })
  })
}

/**
 * Fixes the day's charges again, refuses a result that is worse than what was shown, and returns the facts that apply from
 * now on.
 */
async function confirm(
  tx: Tx,
  scope: Scope,
  limitCents: number,
  saved: AutoPayRules,
  shown: ShownAutoPay | undefined,
): Promise<Fact[]> {
  await fixTodayAgain(tx, scope.accountId, limitCents)
  const plan = await planAnswer(tx, scope, limitCents)
  const now = shownAutoPay(plan, settingsOf(saved))
  const changed = shown && changedAutoPay(shown, now, plan.card)
  if (changed) throw new Refusal(409, changed)
  return [
    ['Card', cardText(plan.card)],
    ['Limits', limitsText(plan.settings)],
    // Only the day, because readers of the mail may see other invoices than the user who enrolled.
    ['First charge', now.firstCharge ? formatDay(now.firstCharge.day) : chargeText(null)],
  ]
}

/** Fixes today's charges again for another default card, and refuses the card if the result is worse than what was shown. */
export async function requireShownCard(
  tx: Tx,
  limitCents: number,
  { scope, shown, before }: ConfirmedCard,
): Promise<void> {
  const plan = await planAnswer(tx, scope, limitCents)
  const { settings, isEnrolled } = plan
  const { firstCharge } = shownAutoPay(plan, settings)
  const now = { cardId: before?.id ?? null, settings, firstCharge: isEnrolled ? firstCharge : null }
  const changed = changedAutoPay({ ...shown, settings }, now, before ?? null)
  if (changed) throw new Refusal(409, changed)
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
