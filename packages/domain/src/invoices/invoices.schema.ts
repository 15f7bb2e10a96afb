import { Type, type Static } from 'typebox'
import { AccountId } from '../session/session.schema.ts'

const InvoiceNumber = Type.String({ minLength: 1, maxLength: 64 })
export const InvoiceKey = Type.Object({ invoiceNumber: InvoiceNumber })

/** The file names a download path may end in: `{invoiceNumber}.pdf` and `{invoiceNumber}.xls`. */
export const InvoiceFileKey = Type.Object({ file: Type.String({ minLength: 1, maxLength: 80 }) })

/** Amounts on the wire are decimal numbers with the decimals of their currency; `toCents` reads them. */
const Amount = Type.Number()
const OptionalDay = Type.Union([Type.String(), Type.Null()])

/**
 * What became of an earlier payment, if AutoPay and "pay all" leave the invoice out for it; `at` is an instant. Money is
 * `refunded`, `partlyRefunded` or `chargedBack`, or it may still go back: `refundPending`, `disputed`.
 */
const InvoiceMoneyBack = Type.Object({
  kind: Type.Enum(['refunded', 'partlyRefunded', 'chargedBack', 'refundPending', 'disputed']),
  at: Type.String(),
})

const invoiceFields = {
  id: Type.String(),
  invoiceNumber: Type.String(),
  name: Type.String(),
  customerNumber: Type.String(),
  invoiceType: Type.String(),
  source: Type.String(),
  date: Type.String(),
  dueDate: OptionalDay,
  serviceMonth: Type.String(),
  servicePeriod: Type.String(),
  isLateFee: Type.Boolean(),
  hasBeenCharged: Type.Boolean(),
  /** Being reconciled: books and card payments do not explain each other yet. `hasBeenCharged` is true with it. */
  isOnHold: Type.Boolean(),
  /** Paid by card or in the books, and its balance still shows. `hasBeenCharged` is true with it. */
  isBeingPosted: Type.Boolean(),
  hasPdf: Type.Boolean(),
  hasXls: Type.Boolean(),
  currencyIsoCode: Type.String(),
  amount: Amount,
  balanceDue: Amount,
  moneyBack: Type.Union([InvoiceMoneyBack, Type.Null()]),
}

export const Invoice = Type.Object(invoiceFields)
export type Invoice = Static<typeof Invoice>

/** Null where the books name none: an adjustment has a total only. */
const OptionalNumber = Type.Union([Type.Number(), Type.Null()])

export const LineItem = Type.Object({
  productName: Type.String(),
  description: Type.String(),
  moreInfo: Type.String(),
  quantity: OptionalNumber,
  salesPrice: OptionalNumber,
  total: Amount,
  currency: Type.String(),
  city: Type.String(),
  state: Type.String(),
})
export type LineItem = Static<typeof LineItem>

export const InvoiceDetail = Type.Object({ ...invoiceFields, lineItems: Type.Array(LineItem) })
export type InvoiceDetail = Static<typeof InvoiceDetail>

/** Most rows one answer carries; the screen asks for the next page while `x-count` is larger. */
const maxPerPage = 3000

export const InvoicePage = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
    perPage: Type.Integer({ minimum: 1, maximum: maxPerPage, default: maxPerPage }),
  },
  { additionalProperties: false },
)

const StatementFormat = Type.Enum(['pdf', 'xlsx'])
export type StatementFormat = Static<typeof StatementFormat>

/** Days as m/d/yy, the way the page sends them; checked further by `statementRange`. */
export const StatementQuery = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    startdate: Type.Optional(Type.String({ maxLength: 10 })),
    statementdate: Type.Optional(Type.String({ maxLength: 10 })),
    format: Type.Optional(StatementFormat),
  },
  { additionalProperties: false },
)
