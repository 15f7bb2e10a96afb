import { formatDay } from '@portal/domain/kernel/day'
import { reasonAndAdvice } from '@portal/domain/payments/autopay-notice'
import { notCoveredTexts } from '@portal/domain/payments/not-covered'
import type { Tx } from '../../platform/database/database.ts'
import type { AutoPayBounds, BoundedChunk } from '../batch/batch-run.ts'
import type { Bounds } from '../charge/payment-rules.ts'
import {
  findEnrolment,
  findRules,
  paidSinceFixed,
  readClock,
  takenByMonth,
} from './autopay.queries.ts'
import { planOfCompany } from './plan-autopay.ts'

/**
 * Returns the limits of an AutoPay run: its day, the customer's current settings (enrollment, pause and caps), and the
 * demands that were shown.
 */
async function ofChunk(
  tx: Tx,
  accountId: string,
  day: string,
  { invoiceIds, without }: BoundedChunk,
): Promise<Bounds> {
  const { today } = await readClock(tx)
  if (today > day) return { stopped: 'The day of this charge is over.' }
  const { capPerChargeCents, capPerMonthCents, pausedUntil } = await findRules(tx, accountId)
  const isEnrolled = (await findEnrolment(tx, accountId)) !== undefined
  const isPaused = pausedUntil !== null && pausedUntil > today
  if (!isEnrolled || isPaused) return { stopped: 'AutoPay was stopped before this charge.' }
  const paidSince = await paidSinceFixed(tx, accountId, day, invoiceIds)
  const taken = capPerMonthCents === null ? {} : await takenByMonth(tx, accountId, without)
  let takenCents = taken[day.slice(0, 7)] ?? 0
  return {
    refuse: (invoiceId, amountCents) => {
      if (paidSince.has(invoiceId)) return notCoveredTexts.paidSince
      if (capPerChargeCents !== null && amountCents > capPerChargeCents)
        return notCoveredTexts.capPerCharge
      if (capPerMonthCents !== null && takenCents + amountCents > capPerMonthCents)
        return notCoveredTexts.capPerMonth
      takenCents += amountCents
      return undefined
    },
  }
}

async function nextTries(
  tx: Tx,
  accountId: string,
  limitCents: number,
): Promise<Map<string, string>> {
  if (!(await findEnrolment(tx, accountId))) return new Map()
  const { planned } = await planOfCompany(tx, accountId, limitCents)
  return new Map(
    planned.map((one) => [
      one.invoice.invoiceNumber,
      one.reason
        ? reasonAndAdvice(one.reason, one.invoice)
        : `AutoPay tries it again on ${formatDay(one.day)}.`,
    ]),
  )
}

export const autoPayBounds: AutoPayBounds = { ofChunk, nextTries }
