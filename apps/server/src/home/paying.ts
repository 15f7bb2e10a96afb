import type { Home } from '@portal/domain/home/home.schema'
import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import type { Day } from '@portal/domain/kernel/day'
import { fromCents } from '@portal/domain/kernel/money'
import { runHourUtc } from '@portal/domain/payments/autopay'
import { expiryNotice, lastDayOf } from '@portal/domain/payments/card-expiry-notice'
import { visiblePlan } from '../payments/autopay/autopay-answer.ts'
import { findEnrolment } from '../payments/autopay/autopay.queries.ts'
import { planOfCompany, type CompanyPlan } from '../payments/autopay/plan-autopay.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'

/** Returns what can be paid by card now, the default card, and what AutoPay will charge next. */
export async function findPaying(
  tx: Tx,
  scope: Scope,
  limitCents: number,
  today: Day,
): Promise<NonNullable<Home['paying']>> {
  const { accountId } = scope
  const isEnrolled = (await findEnrolment(tx, accountId)) !== undefined
  const plan = await planOfCompany(tx, accountId, limitCents)
  const { seen, hidden } = visiblePlan(plan, scope)
  const isOverdue = ({ invoice }: (typeof seen)[number]) =>
    invoice.dueDate !== null && invoice.dueDate < today
  const payable = seen.filter(
    (one) =>
      isOverdue(one) &&
      !one.invoice.moneyBack &&
      !one.invoice.kept &&
      cardPaymentRefusal(one.invoice, limitCents) === undefined,
  )
  const day = seen.flatMap((one) => one.day ?? []).toSorted()[0]
  const charges = seen.filter((one) => one.day !== undefined && one.day === day)
  return {
    payable: { count: payable.length, total: totalOf(payable) },
    isEnrolled,
    ...cardOf(plan, isEnrolled, today),
    nextRun:
      isEnrolled && day !== undefined
        ? {
            runsAt: `${day}T${runHourUtc}:00:00.000Z`,
            count: charges.length,
            total: totalOf(charges),
            overdueCount: charges.filter(isOverdue).length,
          }
        : null,
    notCovered: seen.filter(({ reason }) => reason !== undefined && reason !== 'later').length,
    hidden,
  }
}

const totalOf = (some: CompanyPlan['planned']) =>
  fromCents(
    some.reduce((sum, { invoice }) => sum + invoice.balanceDueCents, 0),
    'USD',
  )

function cardOf({ card }: CompanyPlan, isEnrolled: boolean, today: Day) {
  if (!card)
    return { card: null, cardNotice: isEnrolled ? ('missing' as const) : null, cardLastDay: null }
  return {
    card: { brand: card.brand, last4Digits: card.last4Digits },
    cardNotice: card.isStopped ? ('stopped' as const) : (expiryNotice(card, today) ?? null),
    cardLastDay: lastDayOf(card),
  }
}
