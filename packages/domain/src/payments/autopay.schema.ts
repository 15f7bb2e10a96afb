import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  Day,
  DayText,
  InstantText,
  Nullable,
  Exact,
  Text,
  Uuid,
  UuidText,
} from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import { InvoiceNumber } from '../invoices/invoices.schema.ts'
import { companyFilter, crmId, PersonName } from '../session/session.schema.ts'

/** The company, under the name that the AutoPay calls use. */
export const CrmId = Exact({ crmId, companyFilter })

const short = {
  id: Text('88012'),
  invoiceNumber: InvoiceNumber,
  invoiceType: Text('Licenses'),
  dueDate: Nullable(DayText),
  balanceDue: Amount,
  currencyIsoCode: CurrencyCode,
}
const row = {
  ...short,
  demand: Type.Integer({
    description: 'How many payments of the invoice have succeeded.',
    examples: [0],
  }),
  day: Nullable(Text('2026-11-20', { description: 'The day on which AutoPay charges it.' })),
  reason: Nullable(
    Text('It is on hold.', {
      description:
        'Why AutoPay does not charge it, or charges a due invoice later than the next day.',
    }),
  ),
}
/** An unpaid invoice in the short shape of AutoPay. */
export const PlannedInvoiceRow = Type.Object(row, { title: 'PlannedInvoice' })
export type PlannedInvoiceRow = Static<typeof PlannedInvoiceRow>

/** A number above 0, in USD with two decimals, or null for no cap. */
const cap = (maximum: number) =>
  Nullable(
    Type.Number({
      exclusiveMinimum: 0,
      maximum,
      examples: [5000],
      description: 'In USD; null: no cap.',
    }),
  )
export const AutoPaySettings = Exact(
  {
    capPerCharge: cap(9_999_999),
    capPerMonth: cap(99_999_999),
    pausedUntil: Nullable(Day({ description: 'The first day on which AutoPay charges again.' })),
  },
  { title: 'AutoPaySettings' },
)
export type AutoPaySettings = Static<typeof AutoPaySettings>

/** What a user saw who enrolls or changes the limits. */
export const ShownAutoPay = Exact(
  {
    cardId: Nullable(Uuid({ description: 'The default card.' })),
    settings: AutoPaySettings,
    firstCharge: Nullable(
      Exact(
        { day: Day(), amount: Amount },
        { description: 'The first day with charges, and their sum in USD, as in the plan.' },
      ),
    ),
  },
  {
    title: 'ShownAutoPay',
    description:
      'The card, the saved limits and the first charge under the wanted ones. 409 if the card is another, the saved limits are stricter, or more is charged or earlier.',
  },
)
export type ShownAutoPay = Static<typeof ShownAutoPay>

/** What a user saw who makes a card the default card. */
export const ShownDefaultCard = Exact(
  {
    cardId: Nullable(Uuid({ description: 'The default card before.' })),
    firstCharge: ShownAutoPay.properties.firstCharge,
  },
  {
    title: 'ShownDefaultCard',
    description:
      'The first charge is null if the company is not enrolled. 409 if another card is the default one, or if AutoPay charges more or earlier.',
  },
)
export type ShownDefaultCard = Static<typeof ShownDefaultCard>
export const ShowDefaultCard = Exact(shownField(ShownDefaultCard), { title: 'ShowDefaultCard' })

export const EnrollInAutoPay = Exact(
  { settings: Type.Optional(AutoPaySettings), ...shownField(ShownAutoPay) },
  { title: 'EnrollInAutoPay' },
)
export type EnrollInAutoPay = Static<typeof EnrollInAutoPay>

export const ChangeAutoPaySettings = Exact(
  { ...AutoPaySettings.properties, ...shownField(ShownAutoPay) },
  { title: 'ChangeAutoPaySettings' },
)

const previewCap = Type.Optional(
  Type.Number({ examples: [5000], description: 'In USD; absent: no cap.' }),
)
export const PlanQuery = Exact({
  ...CrmId.properties,
  preview: Type.Optional(
    Type.Boolean({
      description: 'The plan under the limits of this query, as if they were confirmed now.',
    }),
  ),
  anotherCard: Type.Optional(
    Type.Boolean({
      description: 'The plan as if another card, which can be charged, became the default one now.',
    }),
  ),
  capPerCharge: previewCap,
  capPerMonth: previewCap,
  pausedUntil: Type.Optional(Day({ description: 'Absent: no pause.' })),
})
export type PlanQuery = Static<typeof PlanQuery>

export const AutoPayPlanAnswer = Type.Object(
  {
    isEnrolled: Type.Boolean(),
    enrolledBy: Nullable(PersonName),
    enrolledDate: Nullable(InstantText),
    card: Nullable(
      Type.Object({
        id: UuidText,
        brand: Text('visa'),
        last4Digits: Text('4242'),
        expirationMonth: Type.Integer({ examples: [8] }),
        expirationYear: Type.Integer({ examples: [2029] }),
      }),
    ),
    settings: AutoPaySettings,
    days: Type.Array(
      Type.Object({
        day: DayText,
        runsAt: InstantText,
        total: Amount,
        charges: Type.Array(Type.Object({ ...row, amount: Amount })),
      }),
    ),
    notCovered: Type.Array(PlannedInvoiceRow, {
      description: 'Unpaid invoices that AutoPay leaves out.',
    }),
    hidden: Type.Integer({
      description: 'How many invoices are in categories that you do not hold.',
      examples: [0],
    }),
    pastDue: Type.Object(
      { invoices: Type.Array(Type.Object(short)), hidden: Type.Integer({ examples: [0] }) },
      {
        description:
          'Past-due invoices that a card can pay: the company enrolls after they are paid. `hidden` are in categories that you do not hold.',
      },
    ),
  },
  { title: 'AutoPayPlan' },
)
export type AutoPayPlanAnswer = Static<typeof AutoPayPlanAnswer>
