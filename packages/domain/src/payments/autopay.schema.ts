import { Type, type Static } from 'typebox'
import { AccountId } from '../session/session.schema.ts'

const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

/** The company by the name the AutoPay calls use for it. */
export const CrmId = Type.Object(
  { crmId: Type.Optional(AccountId), companyFilter: Type.Optional(AccountId) },
  { additionalProperties: false },
)

/**
 * An unpaid invoice in the short shape of AutoPay; amounts are decimal numbers. `day` is the one on which AutoPay charges
 * it, null if it does not. `reason` says why it does not, or why a due invoice is charged later than on the next day.
 * `demand` counts the payments of the invoice that have succeeded.
 */
export const PlannedInvoiceRow = Type.Object({
  id: Type.String(),
  invoiceNumber: Type.String(),
  invoiceType: Type.String(),
  dueDate: Type.Union([Type.String(), Type.Null()]),
  balanceDue: Type.Number(),
  currencyIsoCode: Type.String(),
  demand: Type.Integer(),
  day: Type.Union([Type.String(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
})
export type PlannedInvoiceRow = Static<typeof PlannedInvoiceRow>
export const PlannedInvoiceList = Type.Array(PlannedInvoiceRow)

/** Caps in USD with two decimals; null takes one away. `pausedUntil` is the first day that is charged again. */
export const AutoPaySettings = Type.Object(
  {
    capPerCharge: Type.Union([
      Type.Number({ exclusiveMinimum: 0, maximum: 9_999_999 }),
      Type.Null(),
    ]),
    capPerMonth: Type.Union([
      Type.Number({ exclusiveMinimum: 0, maximum: 99_999_999 }),
      Type.Null(),
    ]),
    pausedUntil: Type.Union([Day, Type.Null()]),
  },
  { additionalProperties: false },
)
export type AutoPaySettings = Static<typeof AutoPaySettings>

/**
 * What AutoPay will charge. `runsAt` is an instant. Invoices in categories the reader does not hold are counted in
 * `hidden` only.
 */
export const AutoPayPlanAnswer = Type.Object({
  isEnrolled: Type.Boolean(),
  enrolledBy: Type.Union([Type.String(), Type.Null()]),
  enrolledDate: Type.Union([Type.String(), Type.Null()]),
  card: Type.Union([
    Type.Object({
      brand: Type.String(),
      last4Digits: Type.String(),
      expirationMonth: Type.Integer(),
      expirationYear: Type.Integer(),
    }),
    Type.Null(),
  ]),
  settings: AutoPaySettings,
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      runsAt: Type.String(),
      total: Type.Number(),
      charges: Type.Array(
        Type.Intersect([PlannedInvoiceRow, Type.Object({ amount: Type.Number() })]),
      ),
    }),
  ),
  notCovered: Type.Array(PlannedInvoiceRow),
  hidden: Type.Integer(),
})
export type AutoPayPlanAnswer = Static<typeof AutoPayPlanAnswer>
