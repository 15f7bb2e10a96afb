import { runHourUtc } from '@portal/domain/payments/autopay'
import { notCoveredText } from '@portal/domain/payments/autopay-plan'
import type { AutoPayPlanAnswer, UnpaidInvoice } from '@portal/domain/payments/autopay.schema'
import type { Tx } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import { findEnrolment, readClock, type OpenInvoiceRow } from './autopay.queries.ts'
import { planOfCompany } from './plan-autopay.ts'

export function unpaidInvoice(row: OpenInvoiceRow): UnpaidInvoice {
  return {
    id: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    invoiceType: row.invoiceType,
    dueDate: row.dueDate,
    balanceDue: row.balanceDueCents / 100,
    currencyIsoCode: row.currency,
  }
}

/** The plan as its reader may see it: invoices of categories the reader does not hold are only counted. */
export async function planAnswer(
  tx: Tx,
  { accountId, categoryIds }: Scope,
  limitCents: number,
): Promise<AutoPayPlanAnswer> {
  const { nextRunDay } = await readClock(tx)
  const enrolment = await findEnrolment(tx, accountId)
  const { invoices, rules, card, days, notCovered } = await planOfCompany(
    tx,
    accountId,
    nextRunDay,
    limitCents,
  )
  const byId = new Map(
    invoices
      .filter(({ categoryId }) => !categoryIds || categoryIds.includes(categoryId))
      .map((invoice) => [invoice.invoiceId, invoice]),
  )
  const visible = <T extends { invoiceId: string }>(some: readonly T[]) =>
    some.flatMap((one) => {
      const invoice = byId.get(one.invoiceId)
      return invoice ? [{ ...one, invoice }] : []
    })
  const shown = days.flatMap(({ day, charges }) => {
    const seen = visible(charges)
    const cents = seen.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const total = cents / 100
    return seen.length === 0 ? [] : [{ day, runsAt: runsAt(day), total, charges: seen.map(charge) }]
  })
  return {
    isEnrolled: enrolment !== undefined,
    enrolledBy: enrolment?.actorName ?? null,
    enrolledDate: enrolment?.enrolledAt.toISOString() ?? null,
    card: card ?? null,
    settings: {
      capPerCharge: inDollars(rules.capPerChargeCents),
      capPerMonth: inDollars(rules.capPerMonthCents),
      pausedUntil: rules.pausedUntil,
    },
    days: shown,
    notCovered: visible(notCovered).map(({ invoice, reason }) => ({
      ...unpaidInvoice(invoice),
      reason: notCoveredText(reason, invoice),
    })),
    hidden: invoices.length - byId.size,
  }
}

const charge = ({ invoice, amountCents }: { invoice: OpenInvoiceRow; amountCents: number }) => ({
  ...unpaidInvoice(invoice),
  amount: amountCents / 100,
})

const runsAt = (day: string) => `${day}T${runHourUtc}:00:00.000Z`
const inDollars = (cents: number | null) => (cents === null ? null : cents / 100)
