import { runHourUtc } from '@portal/domain/payments/autopay'
import {
  blocksEnrolling,
  notCoveredText,
  type AutoPayRules,
  type PlannedInvoice,
} from '@portal/domain/payments/autopay-plan'
import type {
  AutoPayPlanAnswer,
  AutoPaySettings,
  PlannedInvoiceRow,
} from '@portal/domain/payments/autopay.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { findToday } from '../../platform/database/today.ts'
import { findEnrolment, readClock, type OpenInvoiceRow } from './autopay.queries.ts'
import { planOfCompany, type CompanyPlan, type Preview } from './plan-autopay.ts'

type Planned = PlannedInvoice<OpenInvoiceRow>

/** Returns the part of the plan that the user may see; invoices of other categories are only counted. */
export function visiblePlan({ planned }: CompanyPlan, scope: Scope) {
  const open = planned.filter(({ reason }) => reason !== 'nothingOwed')
  return visible(open, scope)
}

function visible(all: readonly Planned[], { categoryIds }: Scope) {
  const seen = all.filter(({ invoice }) => !categoryIds || categoryIds.includes(invoice.categoryId))
  return { seen, hidden: all.length - seen.length }
}

/**
 * Returns the payable invoices that are overdue or become due in the planned days, each with its day or the reason for
 * having none.
 */
export async function plannedInvoices(
  tx: Tx,
  scope: Scope,
  limitCents: number,
): Promise<PlannedInvoiceRow[]> {
  const plan = await planOfCompany(tx, scope.accountId, limitCents)
  return visiblePlan(plan, scope).seen.flatMap((one) => (one.isInWindow ? rowOf(one) : []))
}

/** Like `plannedInvoices`, without overdue invoices. */
export async function upcomingInvoices(
  tx: Tx,
  scope: Scope,
  limitCents: number,
): Promise<PlannedInvoiceRow[]> {
  const { today } = await readClock(tx)
  const rows = await plannedInvoices(tx, scope, limitCents)
  return rows.filter(({ dueDate }) => dueDate !== null && dueDate >= today)
}

export async function planAnswer(
  tx: Tx,
  scope: Scope,
  limitCents: number,
  preview: Preview = {},
): Promise<AutoPayPlanAnswer> {
  const { accountId } = scope
  const enrolment = await findEnrolment(tx, accountId)
  const plan = await planOfCompany(tx, accountId, limitCents, preview)
  const { rules, card } = plan
  const { seen, hidden } = visiblePlan(plan, scope)
  const rows = seen.map(rowOf)
  const businessDay = await findToday(tx)
  const pastDue = enrolment
    ? []
    : plan.planned.filter(({ invoice }) => blocksEnrolling(invoice, limitCents, businessDay))
  const blocking = visible(pastDue, scope)
  const days = [...new Set(rows.flatMap(({ day }) => day ?? []))].sort()
  return {
    isEnrolled: enrolment !== undefined,
    enrolledBy: enrolment?.actorName ?? null,
    enrolledDate: enrolment?.enrolledAt.toISOString() ?? null,
    card: card ?? null,
    settings: settingsOf(rules),
    days: days.map((day) => {
      const charges = seen.filter((one) => one.day === day)
      const cents = charges.reduce((sum, { invoice }) => sum + invoice.balanceDueCents, 0)
      return {
        day,
        runsAt: `${day}T${runHourUtc}:00:00.000Z`,
        total: fromCents(cents, 'USD'),
        charges: charges.map((one) => ({
          ...rowOf(one),
          amount: fromCents(one.invoice.balanceDueCents, one.invoice.currency),
        })),
      }
    }),
    notCovered: rows.filter(({ day }) => day === null),
    hidden,
    pastDue: {
      invoices: blocking.seen.map(({ invoice }) => shortOf(invoice)),
      hidden: blocking.hidden,
    },
  }
}

function rowOf({ invoice, day, reason, notOnFirstDay }: Planned): PlannedInvoiceRow {
  const why = reason ?? notOnFirstDay
  return {
    ...shortOf(invoice),
    demand: invoice.demand,
    day: day ?? null,
    reason: why ? notCoveredText(why, invoice) : null,
  }
}

function shortOf(invoice: OpenInvoiceRow) {
  return {
    id: invoice.invoiceId,
    invoiceNumber: invoice.invoiceNumber,
    invoiceType: invoice.invoiceType,
    dueDate: invoice.dueDate,
    balanceDue: fromCents(invoice.balanceDueCents, invoice.currency),
    currencyIsoCode: invoice.currency,
  }
}

export const settingsOf = (rules: AutoPayRules): AutoPaySettings => ({
  capPerCharge: inDollars(rules.capPerChargeCents),
  capPerMonth: inDollars(rules.capPerMonthCents),
  pausedUntil: rules.pausedUntil,
})

const inDollars = (cents: number | null) => (cents === null ? null : fromCents(cents, 'USD'))
