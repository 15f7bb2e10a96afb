import { Type, type Static, type TSchema } from 'typebox'
import { orderSteps } from '../licenses/order-steps.ts'
import { PermissionKey } from '../session/session.schema.ts'

/** The data of events. Amounts are in minor units of their currency, instants are ISO texts in UTC. */

export const Text = Type.String()
export const about = (description: string) => Type.String({ description })
const TextOrNull = Type.Union([Type.String(), Type.Null()])
export const orNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description })
const cents = (description: string) => Type.Integer({ minimum: 0, description })
const Cents = cents('In minor units of the currency.')
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
  description: 'An instant in UTC.',
})

const By = Type.Object({
  userId: orNull('Null if AutoPay, the card provider or an import did it.'),
  name: Text,
})

/** The fields of every event of a company. */
const company = {
  accountId: Text,
  crmId: about('Account in your CRM: the `accountId`, unless a license order has its own.'),
}

const payment = {
  ...company,
  paymentId: about('Id of the payment, as `portalPayments` names it.'),
  invoiceId: orNull("The portal's own id of the invoice; null if the portal has no such invoice."),
  invoiceNumber: about('Key of the `invoice` record.'),
  amountCents: Cents,
  currency: Currency,
  providerPaymentId: orNull('Id at the card provider; null if it gave none.'),
}

const charge = {
  ...payment,
  batchId: orNull('Payments of one AutoPay run or one "pay all" share it; null for a single one.'),
  paidBy: By,
}

const moneyBack = {
  ...payment,
  remainingCents: cents('The rest of the payment after it, in minor units.'),
}

/** The fields of an order's line as the customer sent them. */
const LicenseOrderLine = Type.Object({
  networkId: Type.Optional(TextOrNull),
  networkName: Type.Optional(TextOrNull),
  dateRequired: Type.Optional(TextOrNull),
  customerOrderRequestTypeId: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  productSku: Type.Optional(TextOrNull),
  productName: Type.Optional(TextOrNull),
  exchangeList: Type.Optional(TextOrNull),
  userName: Type.Optional(TextOrNull),
  oldUserName: Type.Optional(TextOrNull),
  exchangeFlavor: Type.Optional(TextOrNull),
  ipAddress: Type.Optional(TextOrNull),
  oldIPAddress: Type.Optional(TextOrNull),
  fixAdapterType: Type.Optional(TextOrNull),
  countryCode: Type.Optional(TextOrNull),
  postalCode: Type.Optional(TextOrNull),
  city: Type.Optional(TextOrNull),
  state: Type.Optional(TextOrNull),
  oldNetworkName: Type.Optional(TextOrNull),
  cancelReason: Type.Optional(TextOrNull),
  licenseId: orNull(
    'The license that the item cancels, changes or adds. One that it adds has an id of the portal, such as `P-108`, until a `license` record says what runs.',
  ),
  coveredCompany: Type.Optional(TextOrNull),
})

/** The line of the invoice as it was when a user asked about it. */
const QuestionLine = Type.Object({
  position: Type.Integer({ minimum: 1, description: 'Place of the line on the invoice.' }),
  productName: Text,
  description: Text,
  moreInfo: Text,
  userName: TextOrNull,
  licenseId: TextOrNull,
  quantity: Type.Union([Type.Number(), Type.Null()]),
  salesPrice: Type.Union([Type.Number(), Type.Null()]),
  totalCents: Type.Integer({ description: 'In minor units of the currency.' }),
  currency: Currency,
  servicePeriodStart: TextOrNull,
  servicePeriodEnd: TextOrNull,
})

const question = {
  ...company,
  questionId: about('Answer it with an `invoiceAnswer` record with this id.'),
  invoiceNumber: about('Key of the `invoice` record.'),
}

const invoiceParts = (description: string) =>
  Type.Array(Type.Object({ invoiceNumber: Text, amountCents: Cents }), { description })
const transfer = {
  ...company,
  transferId: about('Id of the transfer; the payer does not know it.'),
  currency: Currency,
}

const equipmentRequest = {
  ...company,
  equipmentRequestId: about('Key of the `equipmentRequest` record.'),
  externalOrderStatus: about('Status after the decision.'),
  decidedBy: By,
}

/** The data of each type of event. */
export const eventData = {
  'invoice.payment.succeeded': Type.Object(charge, {
    description: 'A card payment of an invoice succeeded.',
  }),
  'invoice.payment.failed': Type.Object(
    {
      ...charge,
      failureCode: about("The card provider's code."),
      failureMessage: about('The reason, worded for the customer.'),
    },
    { description: 'A card payment failed; nothing was charged.' },
  ),
  'invoice.payment.refunded': Type.Object(
    { ...moneyBack, refundId: Text },
    { description: '`amountCents` of a payment were refunded.' },
  ),
  'invoice.payment.refund_failed': Type.Object(
    { ...moneyBack, refundId: Text },
    { description: 'A refund of an earlier event failed: `amountCents` count as paid again.' },
  ),
  'invoice.payment.disputed': Type.Object(
    {
      ...moneyBack,
      disputeId: Text,
      state: Type.Enum(['open', 'won', 'lost'], {
        description:
          "`open`: the card's bank keeps the amount. `won`: you have it again, also after `lost`. `lost`: the cardholder has it.",
      }),
    },
    { description: "The card's bank disputes `amountCents` of a payment." },
  ),
  'invoice.question': Type.Object(
    {
      ...question,
      line: QuestionLine,
      message: about('The question. It can have several lines.'),
      evidence: orNull('What the portal knows about the authorization of the line.'),
      askedBy: Type.Object({ ...By.properties, email: about('Key of the `user` record.') }),
      askedAt: Instant,
    },
    { description: 'A customer asks about a line of an invoice.' },
  ),
  'invoice.question.withdrawn': Type.Object(
    { ...question, withdrawnBy: By },
    { description: 'A customer withdrew a question that has no answer.' },
  ),
  'transfer.announced': Type.Object(
    {
      ...transfer,
      amountCents: Cents,
      paidOn: about('The day that the payer gave, `YYYY-MM-DD`.'),
      reference: about('What the payer gave as the reference, or an empty text.'),
      invoices: invoiceParts('How the payer splits the transfer.'),
      deductedCredits: invoiceParts('The credits that the payer has deducted.'),
      announcedBy: By,
    },
    { description: 'A customer announced a bank transfer; AutoPay waits for it.' },
  ),
  'transfer.withdrawn': Type.Object(
    {
      ...transfer,
      invoices: invoiceParts('The parts that no longer count as announced.'),
      withdrawnBy: By,
    },
    { description: 'A customer withdrew an announced bank transfer, or parts of it.' },
  ),
  'autopay.enrolled': Type.Object(
    {
      ...company,
      termsVersion: about('Version of the terms that the person accepted.'),
      enrolledBy: By,
    },
    { description: 'A company turned AutoPay on.' },
  ),
  'autopay.opted_out': Type.Object(
    { ...company, optedOutBy: By },
    { description: 'A company turned AutoPay off.' },
  ),
  'license_order.submitted': Type.Object(
    {
      ...company,
      orderId: about('The id of the order in the portal, such as `P-79`.'),
      recordId: orNull(
        'Key of the `licenseOrder` record; null if the order was created in the portal.',
      ),
      createdAt: Instant,
      requestor: By,
      notes: Text,
      lineItems: Type.Array(LicenseOrderLine),
    },
    { description: 'A customer submitted a license order.' },
  ),
  'license_order.withdrawn': Type.Object(
    {
      ...company,
      orderId: about('The id of the order in the portal, such as `P-79`.'),
      recordId: orNull('Key of the `licenseOrder` record.'),
      lineItems: Type.Array(
        Type.Object({
          position: Type.Integer({ minimum: 1, description: 'Place of the item in the order.' }),
          licenseId: about('As `license_order.submitted` named it.'),
        }),
      ),
      withdrawnBy: By,
    },
    {
      description:
        'A customer withdrew items of a submitted license order before they took effect: do nothing of them. If you did, send the status of the item.',
    },
  ),
  'license_order.status_changed': Type.Object(
    {
      ...company,
      orderId: about('The id of the order in the portal, such as `P-79`.'),
      recordId: orNull('Key of the `licenseOrder` record.'),
      status: Type.Enum(['Submitted', ...orderSteps]),
      previousStatus: Type.Enum(['Submitted', ...orderSteps]),
      statusDate: Type.Union([Instant, Type.Null()]),
      statusReason: Text,
      lineItems: Type.Array(
        Type.Object({
          position: Type.Integer({ minimum: 1, description: 'Place of the item in the order.' }),
          status: Type.Enum([...orderSteps]),
          statusReason: Text,
        }),
        { description: 'The items that have a status of their own.' },
      ),
    },
    {
      description:
        'Your records moved a license order, or an item of it, to another status. Steps that follow each other within a moment are one event.',
    },
  ),
  'equipment_request.approved': Type.Object(
    {
      ...equipmentRequest,
      lineItems: Type.Array(
        Type.Object({
          id: Text,
          equipmentName: Text,
          equipmentType: Text,
          dataCenter: Text,
          installationFeeCents: Cents,
          currency: Currency,
        }),
        { description: 'Every line, with the fee that was accepted.' },
      ),
    },
    { description: 'A customer approved an equipment request and its fees.' },
  ),
  'equipment_request.cancelled': Type.Object(equipmentRequest, {
    description: 'A customer cancelled an equipment request.',
  }),
  'invite.accepted': Type.Object(
    {
      ...company,
      inviteId: Text,
      userId: Text,
      email: about('Key of the `user` record.'),
      permissions: Type.Array(PermissionKey),
    },
    { description: 'A person joined a company. Send a `user` record from now on.' },
  ),
  'user.removed': Type.Object(
    {
      ...company,
      userId: Text,
      email: about('Key of the `user` record.'),
      reason: Type.Enum(['removed', 'left'], {
        description:
          '`left`: the person joined another company. `removed`: an admin ended the access.',
      }),
      removedBy: By,
    },
    { description: 'A person lost access to a company.' },
  ),
  'accreditation.purchased': Type.Object(
    {
      purchaseId: Text,
      productId: Text,
      productName: Text,
      amountCents: Cents,
      currency: Currency,
      buyer: Type.Object({
        name: Text,
        email: TextOrNull,
        line1: Text,
        city: Text,
        state: Text,
        postalCode: Text,
        country: Text,
      }),
      providerCheckoutId: Text,
      providerPaymentId: TextOrNull,
    },
    { description: 'A visitor paid for an accreditation.' },
  ),
} satisfies Record<string, TSchema>

export type EventType = keyof typeof eventData
export type EventData = { [T in EventType]: Static<(typeof eventData)[T]> }
