import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  DayText,
  exampleUuid,
  Instant,
  InstantText,
  Nullable,
  Exact,
  Text,
  Uuid,
  UuidText,
} from '../kernel/fields.ts'
import { ShownAmount, shownField } from '../kernel/shown.ts'
import { InvoiceNumber, SelectedInvoices } from '../invoices/invoices.schema.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'

const ClientSecret = Type.Optional(
  Text('pi_3QExample_secret_x9Y8', {
    description: "The card provider's script needs it to show the bank's question.",
  }),
)

export const InvoiceId = Type.Object({
  id: Text('88012', { pattern: '^[1-9][0-9]{0,17}$', description: 'The id of the invoice.' }),
})
export const BatchId = Type.Object({ batchId: Uuid({ description: 'The id of the batch.' }) })

export const PaymentAnswer = Type.Object(
  {
    id: UuidText,
    status: Type.Enum(['succeeded', 'pending', 'requires_action'], {
      description:
        "`pending`: the card provider has not answered yet. `requires_action`: the card's bank requires authentication; show it with `clientSecret`, then call again with `paymentId`.",
    }),
    invoiceNumber: InvoiceNumber,
    amount: Amount,
    currencyIsoCode: CurrencyCode,
    message: Text('Paid.'),
    clientSecret: ClientSecret,
  },
  { title: 'Payment' },
)
export type PaymentAnswer = Static<typeof PaymentAnswer>
export const pendingPayment: PaymentAnswer = {
  id: exampleUuid,
  status: 'pending',
  invoiceNumber: 'INV-2026-1107',
  amount: 1250,
  currencyIsoCode: 'USD',
  message: 'Your payment was sent and is being confirmed. You will not be charged twice.',
}

/** The progress of "pay all": one attempt per invoice, so that one decline does not stop the others. */
export const PaymentBatch = Type.Object(
  {
    id: UuidText,
    status: Type.Enum(['running', 'done']),
    isSelection: Type.Boolean({
      description:
        'Pays invoices that a user selected; otherwise every invoice that could be paid.',
    }),
    total: Type.Integer({ examples: [3] }),
    hidden: Type.Optional(
      Type.Integer({
        description: 'Further invoices, which you may not see; counts and sums are without them.',
      }),
    ),
    paid: Type.Integer({ examples: [2] }),
    pending: Type.Integer({
      description: 'Charges that the card provider has not answered yet.',
      examples: [0],
    }),
    paidAmount: Amount,
    currencyIsoCode: CurrencyCode,
    failed: Type.Array(
      Type.Object({ invoiceNumber: InvoiceNumber, message: Text('Your card was declined.') }),
    ),
    notTried: Type.Integer({
      description: 'Invoices that were not tried because the batch stopped.',
      examples: [0],
    }),
    stopped: Nullable(Text('Your card was declined.', { description: 'Why it stopped.' })),
    shown: Type.Optional(
      Type.Object(
        { invoices: Type.Integer({ examples: [4] }), amount: Amount, due: Amount },
        {
          description:
            'What the payer confirmed, if it was more than what is charged; `due` is what is charged.',
        },
      ),
    ),
    question: Nullable(
      Type.Object(
        {
          paymentId: UuidText,
          invoiceNumber: InvoiceNumber,
          amount: Amount,
          payer: PersonName,
          until: InstantText,
          clientSecret: ClientSecret,
        },
        {
          description:
            "The bank's question about a payment; the batch waits for the answer until then.",
        },
      ),
    ),
  },
  { title: 'PaymentBatch' },
)
export type PaymentBatch = Static<typeof PaymentBatch>

/** The running batch of the company, or the newest one of today; null if there is none. */
export const CurrentBatch = Nullable(PaymentBatch)

const PlannedInvoice = {
  invoiceNumber: InvoiceNumber,
  amount: Amount,
  currencyIsoCode: CurrencyCode,
  dueDate: Nullable(DayText),
}

export const PayAllPlan = Type.Object(
  {
    amount: Amount,
    currencyIsoCode: CurrencyCode,
    charged: Type.Array(Type.Object(PlannedInvoice), {
      description: 'The invoices in the order in which they are charged.',
    }),
    leftOut: Type.Array(Type.Object({ ...PlannedInvoice, reason: Text('It is on hold.') })),
  },
  { title: 'PayAllPlan' },
)
export type PayAllPlan = Static<typeof PayAllPlan>

const notAppliedUntil = Type.Optional(
  Instant({
    description: 'The `at` of the money not applied that was shown to the payer.',
  }),
)
const cardId = Type.Optional(
  Uuid({ description: 'A card on file to use instead of the default one.' }),
)

export const PaymentQuery = Exact({
  companyFilter,
  paymentId: Type.Optional(
    Uuid({
      description:
        'Continues this payment after its payer has answered the bank, and starts no other payment.',
    }),
  ),
  payAgainAfter: Type.Optional(
    Instant({
      description:
        'The `moneyBack.at` of the invoice: the payer was asked whether to pay it again.',
    }),
  ),
  notAppliedUntil,
  noticeId: Type.Optional(
    Uuid({
      description:
        'The `transferNotice.id` of the invoice: the payer was asked whether to pay by card as well.',
    }),
  ),
  cardId,
})

export const PaymentBody = Exact(shownField(ShownAmount), { title: 'PayInvoice' })

export const PayAllQuery = Exact({
  companyFilter,
  notAppliedUntil,
  cardId,
})

/** An invoice of a plan, as the payer saw it. */
export const ShownCharge = Exact(
  { invoiceNumber: InvoiceNumber, ...ShownAmount.properties },
  { title: 'ShownCharge' },
)
export type ShownCharge = Static<typeof ShownCharge>

const shownCharges = shownField(
  Type.Array(ShownCharge, {
    maxItems: 20_000,
    description:
      'The `charged` invoices of the plan that the payer saw: 409 if another one would be charged, or one at a higher amount; fewer invoices and lower amounts are charged.',
  }),
)
export const PayAllBody = Exact(shownCharges, { title: 'PayAll' })
export const PaySelectedBody = Exact(
  { ...SelectedInvoices.properties, ...shownCharges },
  { title: 'PaySelected' },
)

export const NotAppliedQuery = Exact({
  companyFilter,
  invoiceId: Type.Optional(
    Text('88012', {
      pattern: '^[1-9][0-9]{0,17}$',
      description:
        'The invoice about to be paid: also returns the money of a withdrawn invoice that it looks like the successor of.',
    }),
  ),
})

export const OpenCreditsQuery = Exact({
  companyFilter,
  invoiceId: Type.Optional(
    Text('88012', {
      pattern: '^[1-9][0-9]{0,17}$',
      description: 'The invoice about to be paid: only credits of its selling company.',
    }),
  ),
})

/** Card payments do not use them: who pays must know that they are there. */
export const OpenCredits = Type.Array(
  Type.Object(
    { invoiceNumber: InvoiceNumber, amount: Amount, currencyIsoCode: CurrencyCode },
    { title: 'OpenCredit', description: '`amount` is what is left of the credit, above 0.' },
  ),
  { maxItems: 1000 },
)
export type OpenCredits = Static<typeof OpenCredits>

/** Money that was paid by card and that no invoice needs or contains: the next payment may be a duplicate. */
export const NotAppliedAnswer = Nullable(
  Type.Object(
    {
      at: InstantText,
      question: Text('Do you want to pay it anyway?', {
        description: 'The question to ask the payer.',
      }),
      invoiceNumbers: Type.Array(InvoiceNumber, { description: 'The invoices that you may see.' }),
      amount: Amount,
      currencyIsoCode: CurrencyCode,
    },
    { title: 'NotApplied', description: '`amount` is the sum of these invoices.' },
  ),
)
export type NotAppliedAnswer = Static<typeof NotAppliedAnswer>
