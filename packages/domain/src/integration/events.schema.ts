import { Type, type Static, type TSchema } from 'typebox'
import { Query } from '../kernel/fields.ts'
import { PermissionKey } from '../session/session.schema.ts'

/** What the provider's own systems are told. Amounts are whole cents, instants ISO texts in UTC. */

const Text = Type.String()
const about = (description: string) => Type.String({ description })
const TextOrNull = Type.Union([Type.String(), Type.Null()])
const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const cents = (description: string) => Type.Integer({ minimum: 0, description })
const Cents = cents('In minor units of the currency.')
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
const Instant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
  description: 'An instant in UTC.',
})

const By = Type.Object({
  userId: orNull('Null if it was not a person, but AutoPay, the card provider or an import.'),
  name: Text,
})

/** In the data of every event of a company. */
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
  remainingCents: cents('What is left of the payment now, in minor units.'),
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
  equipmentRequestId: about('Key of the `equipmentRequest` record.'),
  externalOrderStatus: about('Status after the decision.'),
  decidedBy: By,
}

/** The data of each type of event. */
export const eventData = {
  'invoice.payment.succeeded': Type.Object(charge),
  'invoice.payment.failed': Type.Object({
    ...charge,
    failureCode: about("The card provider's code."),
    failureMessage: about('The reason, as the customer reads it.'),
  }),
  'invoice.payment.refunded': Type.Object({ ...moneyBack, refundId: Text }),
  'invoice.payment.refund_failed': Type.Object({ ...moneyBack, refundId: Text }),
  'invoice.payment.disputed': Type.Object({
    ...moneyBack,
    disputeId: Text,
    state: Type.Enum(['open', 'won', 'lost'], {
      description:
        "`open`: the card's bank holds the amount. `won`: you have it again, also after `lost`. `lost`: its customer has it.",
    }),
  }),
  'autopay.enrolled': Type.Object({
    ...company,
    termsVersion: about('Version of the terms that the person accepted.'),
    enrolledBy: By,
  }),
  'autopay.opted_out': Type.Object({ ...company, optedOutBy: By }),
  'license_order.submitted': Type.Object({
    ...company,
    orderId: about("The portal's own id of the order."),
    recordId: orNull('Key of the `licenseOrder` record; null if the order was made in the portal.'),
    createdAt: Instant,
    requestor: By,
    notes: Text,
    lineItems: Type.Array(LicenseOrderLine),
  }),
  'equipment_request.approved': Type.Object({
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
  }),
  'equipment_request.cancelled': Type.Object(equipmentRequest),
  'invite.accepted': Type.Object({
    ...company,
    inviteId: Text,
    userId: Text,
    email: about('Key of the `user` record.'),
    permissions: Type.Array(PermissionKey),
  }),
  'user.removed': Type.Object({
    ...company,
    userId: Text,
    email: about('Key of the `user` record.'),
    reason: Type.Enum(['removed', 'left'], {
      description:
        '`left`: the person went to another company. `removed`: the access was taken away.',
    }),
    removedBy: By,
  }),
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
          id: about('The same whenever the event is sent or read; `webhook-id`.'),
          position: Type.Integer({ description: 'Rises from event to event, with gaps.' }),
          type: Type.Literal(type),
          timestamp: Instant,
          accountId:
            'accountId' in eventData[type].properties
              ? Text
              : orNull('Null: the purchase of a visitor concerns no company.'),
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
