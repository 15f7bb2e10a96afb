import { notCoveredTexts } from '@portal/domain/payments/autopay-plan'
import type { Tx } from '../../platform/database.ts'
import type { Bounds } from '../charge/open-payment.ts'
import { findEnrolment, findRules, readClock, takenByMonth } from './autopay.queries.ts'

/** What bounds a run of AutoPay by the customer's settings as they are now: enrollment, pause and caps. */
export async function autoPayBounds(
  tx: Tx,
  accountId: string,
  day: string,
  without: readonly string[],
): Promise<Bounds> {
  const { capPerChargeCents, capPerMonthCents, pausedUntil } = await findRules(tx, accountId)
  const isEnrolled = (await findEnrolment(tx, accountId)) !== undefined
  const isPaused = pausedUntil !== null && pausedUntil > (await readClock(tx)).today
  if (!isEnrolled || isPaused) return { stopped: 'AutoPay was stopped before this charge.' }
  const taken = capPerMonthCents === null ? {} : await takenByMonth(tx, accountId, without)
  let takenCents = taken[day.slice(0, 7)] ?? 0
  return {
    refuse: (_invoiceId, amountCents) => {
      if (capPerChargeCents !== null && amountCents > capPerChargeCents)
        return notCoveredTexts.capPerCharge
      if (capPerMonthCents !== null && takenCents + amountCents > capPerMonthCents)
        return notCoveredTexts.capPerMonth
      takenCents += amountCents
      return undefined
    },
  }
}
