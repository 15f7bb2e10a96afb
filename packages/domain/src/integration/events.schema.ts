import { Type } from 'typebox'
import { Exact } from '../kernel/fields.ts'
import {
  about,
  eventData,
  Instant,
  orNull,
  Text,
  type EventData,
  type EventType,
} from './event-data.schema.ts'

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

/** Tells generators which shape a type has. */
const discriminator = {
  propertyName: 'type',
  mapping: Object.fromEntries(
    eventTypes.map((type) => [type, `#/components/schemas/${titleOf(type)}`]),
  ),
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
    { title: 'PortalEvent', discriminator, examples: [example] },
  ),
)

export const EventsAfter = Exact({
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
