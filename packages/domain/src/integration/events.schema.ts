import { Type, type Static, type TSchema } from 'typebox'
import { Query } from '../kernel/fields.ts'

/** What the provider's own systems are told. Amounts are whole cents, instants ISO texts in UTC. */

const Text = Type.String()
const TextOrNull = Type.Union([Type.String(), Type.Null()])
const Cents = Type.Integer({ minimum: 0 })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' })

/** A person, or AutoPay, the card provider, an import: then without an id. */
const By = Type.Object({ userId: TextOrNull, name: Text })

/** In the data of every event of a company. The CRM's id is the account id unless an order has one of its own. */
const company = { accountId: Text, crmId: Text }

const payment = {
  ...company,
  paymentId: Text,
  /** Null for a payment found at the card provider whose invoice is not here yet. */
  invoiceId: TextOrNull,
  invoiceNumber: Text,
  amountCents: Cents,
  currency: Currency,
  /** At the card provider, when it has answered. */
  providerPaymentId: TextOrNull,
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
})

const equipmentRequest = {
  ...company,
  equipmentRequestId: Text,
  /** The status it has now. */
  externalOrderStatus: Text,
  decidedBy: By,
}

/** The data of each type of event. */
export const eventData = {
  'invoice.payment.succeeded': Type.Object({ ...payment, batchId: TextOrNull, paidBy: By }),
  'invoice.payment.failed': Type.Object({
    ...payment,
    batchId: TextOrNull,
    paidBy: By,
    failureCode: Text,
    failureMessage: Text,
  }),
  /** `amountCents` went back; `remainingCents` of the payment is left. */
  'invoice.payment.refunded': Type.Object({ ...payment, refundId: Text, remainingCents: Cents }),
  /** A refund that was told has failed: `amountCents` count again, so that `remainingCents` of the payment is left. */
  'invoice.payment.refund_failed': Type.Object({
    ...payment,
    refundId: Text,
    remainingCents: Cents,
  }),
  /** The card's bank holds `amountCents`, has given them back to us (won, also after lost) or to its customer (lost). */
  'invoice.payment.disputed': Type.Object({
    ...payment,
    disputeId: Text,
    state: Type.Enum(['open', 'won', 'lost']),
    remainingCents: Cents,
  }),
  'autopay.enrolled': Type.Object({ ...company, termsVersion: Text, enrolledBy: By }),
  'autopay.opted_out': Type.Object({ ...company, optedOutBy: By }),
  'license_order.submitted': Type.Object({
    ...company,
    orderId: Text,
    createdAt: Instant,
    requestor: By,
    notes: Text,
    lineItems: Type.Array(LicenseOrderLine),
  }),
  'equipment_request.approved': Type.Object({
    ...equipmentRequest,
    /** Every installation fee that was accepted. */
    lineItems: Type.Array(
      Type.Object({
        id: Text,
        equipmentName: Text,
        equipmentType: Text,
        dataCenter: Text,
        installationFeeCents: Cents,
        currency: Currency,
      }),
    ),
  }),
  'equipment_request.cancelled': Type.Object(equipmentRequest),
  'invite.accepted': Type.Object({
    ...company,
    inviteId: Text,
    userId: Text,
    email: Text,
    permissions: Type.Array(Text),
  }),
  /** `left`: the person went to another company; `removed`: somebody took the access away. */
  'user.removed': Type.Object({
    ...company,
    userId: Text,
    email: Text,
    reason: Type.Enum(['removed', 'left']),
    removedBy: By,
  }),
  /** Bought by a visitor: there is no company. */
  'accreditation.purchased': Type.Object({
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
  }),
} satisfies Record<string, TSchema>

export type EventType = keyof typeof eventData
export type EventData = { [T in EventType]: Static<(typeof eventData)[T]> }
const eventTypes = Object.keys(eventData) as EventType[]

/** An event as it is sent and offered. */
export interface PortalEvent {
  /** The same for every delivery of it. */
  id: string
  /** Rises from event to event; to ask for what comes after. */
  position: number
  type: EventType
  /** When it happened. */
  timestamp: string
  /** Null when it belongs to no company. */
  accountId: string | null
  data: EventData[EventType]
}

/** `InvoicePaymentSucceededEvent` of `invoice.payment.succeeded`. */
const titleOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const example: PortalEvent = {
  id: '0b8d1c52-6a55-4f0e-9a43-5b0f9c1b7e11',
  position: 1207,
  type: 'invoice.payment.succeeded',
  timestamp: '2026-11-20T14:03:11.482Z',
  accountId: '10412',
  data: {
    accountId: '10412',
    crmId: '10412',
    paymentId: '5d1f2b1c-4b0e-4d3a-8a8e-1f2b3c4d5e6f',
    invoiceId: '88012',
    invoiceNumber: 'INV-2026-1107',
    amountCents: 125_000,
    currency: 'USD',
    providerPaymentId: 'pi_3QExample',
    batchId: null,
    paidBy: { userId: '6b1f7a52-2f0c-4c55-9d52-0a4d7be1c001', name: 'Paula Reyes' },
  },
}

export const PortalEvent = Type.Unsafe<PortalEvent>(
  Type.Union(
    eventTypes.map((type) =>
      Type.Object(
        {
          id: Text,
          position: Type.Integer(),
          type: Type.Literal(type),
          timestamp: Instant,
          accountId: TextOrNull,
          data: eventData[type],
        },
        { title: titleOf(type) },
      ),
    ),
    { title: 'PortalEvent', examples: [example] },
  ),
)

export const EventsAfter = Query({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The `position` of the answer before; without it, from the oldest event that is kept.',
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'How many events to return at most.',
  }),
})

export const EventPage = Type.Object(
  {
    events: Type.Array(PortalEvent),
    position: Type.Integer({ examples: [1207], description: 'What to ask `after` next time.' }),
  },
  { title: 'EventPage' },
)
