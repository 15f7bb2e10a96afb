import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  DayText,
  InstantText,
  Nullable,
  paging,
  Exact,
  Text,
} from '../kernel/fields.ts'
import { companyFilter } from '../session/session.schema.ts'
import { BankTransfer, TransferNotice } from './bank-transfer.schema.ts'
import { chargeTypes } from './charge-types.ts'
import { movementKinds, settledMethods } from './movements.ts'
import { chosenRecipients } from '../notifications/send-again.schema.ts'
import { mostArchived, mostDownloaded, mostSent } from './downloads.ts'

const number = 'INV-2026-1107'
export const InvoiceNumber = Text(number)
export const InvoiceKey = Type.Object({
  invoiceNumber: Text(number, { minLength: 1, maxLength: 64, description: 'The invoice number.' }),
})

/** A list of invoice ids. */
export const selection = (title: string, most: number) =>
  Exact(
    {
      invoiceIds: Type.Array(
        Text('88012', { pattern: '^[1-9][0-9]{0,17}$', description: 'The id of an invoice.' }),
        { minItems: 1, maxItems: most, uniqueItems: true },
      ),
    },
    { title },
  )
/** The invoices that the user selected. The limit is above the number of invoices of any company. */
export const SelectedInvoices = selection('SelectedInvoices', 5000)
export const DownloadedInvoices = selection('DownloadedInvoices', mostDownloaded)
export const ArchivedInvoices = selection('ArchivedInvoices', mostArchived)
export const InvoiceArchive = Type.Object(
  {
    invoices: Type.Integer({ examples: [1200], description: 'How many invoices were selected.' }),
    done: Type.Integer({ examples: [340], description: 'Of how many the files are ready.' }),
    keptUntil: Nullable(InstantText),
  },
  { title: 'InvoiceArchive' },
)
export type InvoiceArchive = Static<typeof InvoiceArchive>
export const FoundArchive = Type.Object(
  { archive: Nullable(InvoiceArchive) },
  { title: 'FoundArchive' },
)
export const SentInvoices = selection('SentInvoices', mostSent)
export const SendInvoices = Exact(
  { ...SentInvoices.properties, recipients: chosenRecipients },
  { title: 'SendInvoices' },
)

const fileKey = (ending: string) =>
  Type.Object({
    file: Text(`${number}${ending}`, {
      minLength: 1,
      maxLength: 80,
      description: `The invoice number and \`${ending}\`.`,
    }),
  })
export const SummaryFile = fileKey('.pdf')
export const DetailsFile = fileKey('.xls')

/**
 * The refund or dispute because of which AutoPay and "pay all" skip the invoice; `at` is an instant. The money was
 * `refunded`, `partlyRefunded` or `chargedBack`, or this is not decided yet: `refundPending`, `disputed`.
 */
const InvoiceMoneyBack = Type.Object(
  {
    kind: Type.Enum(['refunded', 'partlyRefunded', 'chargedBack', 'refundPending', 'disputed']),
    at: InstantText,
  },
  { title: 'InvoiceMoneyBack' },
)

const invoiceFields = {
  id: Text('88012'),
  invoiceNumber: InvoiceNumber,
  name: Text('Aldgate Trading'),
  customerNumber: Text('C-10412'),
  invoiceType: Text('Licenses'),
  source: Text('Netsuite'),
  date: DayText,
  dueDate: Nullable(DayText),
  serviceMonth: Text('2026-11'),
  servicePeriod: Text('Nov 1 - Nov 30, 2026'),
  isLateFee: Type.Boolean(),
  hasBeenCharged: Type.Boolean({
    description: 'Paid by card, being posted or on hold: it cannot be paid in the portal now.',
  }),
  isOnHold: Type.Boolean({
    description:
      'Being reconciled: books and card payments do not explain each other yet. `hasBeenCharged` is then true too.',
  }),
  isBeingPosted: Type.Boolean({
    description:
      'Paid by card or in the books, and its balance still shows. `hasBeenCharged` is then true too.',
  }),
  hasPdf: Type.Boolean(),
  hasXls: Type.Boolean(),
  currencyIsoCode: CurrencyCode,
  amount: Amount,
  balanceDue: Amount,
  moneyBack: Nullable(InvoiceMoneyBack),
  autoPayOn: Nullable({
    ...DayText,
    description: 'The UTC day for which AutoPay has fixed its charge, until the run has tried it.',
  }),
  transferNotice: Type.Optional(TransferNotice),
}

export const Invoice = Type.Object(invoiceFields, { title: 'Invoice' })
export type Invoice = Static<typeof Invoice>

/** Null if the books have no value: an adjustment has only a total. */
const OptionalNumber = Nullable(Type.Number())

const lineSubject = {
  productId: Type.Optional(Text('10085')),
  licenseId: Type.Optional(Text('L-90311')),
  userName: Type.Optional(Text('tjones')),
  networkId: Type.Optional(Text('N-CME')),
  servicePeriodStart: Type.Optional(DayText),
  servicePeriodEnd: Type.Optional(DayText),
  chargeType: Type.Optional(Type.Enum([...chargeTypes])),
  licenseOrderId: Type.Optional(Text('LO-311')),
  equipmentRequestId: Type.Optional(Text('ERF-2041')),
  equipmentLineId: Type.Optional(Text('1')),
  poNumber: Type.Optional(Text('PO 4500017734')),
}

export const LineItem = Type.Object(
  {
    productName: Text('Market data terminal'),
    description: Text('Nov 2026'),
    moreInfo: Text('Seat 14'),
    quantity: OptionalNumber,
    salesPrice: OptionalNumber,
    total: Amount,
    currency: CurrencyCode,
    city: Text('Chicago'),
    state: Text('IL'),
    ...lineSubject,
  },
  {
    title: 'InvoiceLine',
    description:
      'Fields from `productId` on are absent if the books do not give them. They may name what the portal does not know.',
  },
)
export type LineItem = Static<typeof LineItem>

export const InvoiceRevision = Text('b5bb9d8014a0', {
  description: 'Changes when the books change the invoice.',
})

export const InvoiceMovement = Type.Object(
  {
    day: DayText,
    kind: Type.Enum([...movementKinds]),
    method: Nullable(Type.Enum([...settledMethods])),
    isCredit: Type.Boolean({ description: 'The invoice is a credit.' }),
    amount: Amount,
    balance: Amount,
    referenceId: Nullable(
      Text('RCT-5512', {
        description: "The provider's id of the payment, or the `paymentId` of a card payment.",
      }),
    ),
    reference: Nullable(Text('REM 77', { description: 'What the payer wrote.' })),
    paidOn: Nullable(DayText),
  },
  {
    title: 'InvoiceMovement',
    description:
      'A change of what the invoice leaves to pay, on its business day; `balance` is what it left then.',
  },
)
export type InvoiceMovement = Static<typeof InvoiceMovement>

export const InvoiceDetail = Type.Object(
  {
    ...invoiceFields,
    revision: InvoiceRevision,
    lineItems: Type.Array(LineItem),
    bankTransfer: Nullable(BankTransfer),
    movements: Type.Optional(
      Type.Array(InvoiceMovement, {
        description: 'In order; absent if nothing changed since the first record.',
      }),
    ),
    paidByOtherAccount: Type.Optional(
      Type.Number({
        description: 'How much of card payments of other accounts the books apply to this invoice.',
      }),
    ),
  },
  {
    title: 'InvoiceDetail',
    description: '`bankTransfer` is null if the invoice should not be paid by bank transfer now.',
  },
)
export type InvoiceDetail = Static<typeof InvoiceDetail>

/** The most rows of one page; the screen requests the next page while `x-count` is larger. */
const maxPerPage = 3000

export const InvoicePage = Exact({
  companyFilter,
  ...paging({ most: maxPerPage, usual: maxPerPage }),
})

/** What a search finds although a row does not show it. */
export const InvoiceText = Type.Object(
  { id: Text('88012'), text: Text('Licenses CME Direct PO 4500017734') },
  { title: 'InvoiceText' },
)

const StatementFormat = Type.Enum(['pdf', 'xlsx'], {
  description: 'The type of the file; PDF if absent.',
})
export type StatementFormat = Static<typeof StatementFormat>

const ShortDay = (example: string, which: string) =>
  Type.Optional(Text(example, { maxLength: 10, description: `The ${which} day, as m/d/yy.` }))

const statementDays = {
  companyFilter,
  startdate: ShortDay('10/1/26', 'first'),
  statementdate: ShortDay('10/31/26', 'last'),
}
/** `statementRange` validates the days. */
export const StatementDays = Exact(statementDays)
export type StatementDays = Static<typeof StatementDays>
export const StatementQuery = Exact({ ...statementDays, format: Type.Optional(StatementFormat) })

export const CopyTag = Type.Object({
  'if-none-match': Type.Optional(
    Text('"10412-77-1-3000"', { description: 'The `etag` of your copy.' }),
  ),
})
