import { Type, type TSchema } from 'typebox'
import { Exact } from '../kernel/fields.ts'
import { changedPayloads, newestVersion, type ChangedPayloads } from './event-versions.ts'
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

/** An event as the portal sends and lists it. */
export interface PortalEvent {
  /** Identical in every delivery of the event. */
  id: string
  /** Increases from event to event; used to request the events after it. */
  position: number
  /** The position of the company's previous event; null for its first one. */
  previousPosition: number | null
  type: EventType
  /** The version of this type's payload. */
  version: number
  /** When the reported change happened. */
  timestamp: string
  /** Null if the event belongs to no company. */
  accountId: string | null
  data: EventData[EventType]
}

/** Returns a title such as `InvoicePaymentSucceededEvent`. */
const titleOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const example: PortalEvent = {
  id: '0b8d1c52-6a55-4f0e-9a43-5b0f9c1b7e11',
  position: 1207,
  previousPosition: 1198,
  type: 'invoice.payment.succeeded',
  version: 1,
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

/** Lets code generators choose the shape by the type. */
const discriminator = {
  propertyName: 'type',
  mapping: Object.fromEntries(
    eventTypes.map((type) => [type, `#/components/schemas/${titleOf(type)}`]),
  ),
}

function eventShape(type: EventType, version: number, data: TSchema, title: string): TSchema {
  return Type.Object(
    {
      id: about('The same whenever the event is sent or read; also the header `webhook-id`.'),
      position: Type.Integer({ description: 'Increases from event to event, with gaps.' }),
      previousPosition: Type.Union([Type.Integer(), Type.Null()], {
        description:
          '`position` of the previous event of the same `accountId`; null for the first one.',
      }),
      type: Type.Literal(type),
      version: Type.Literal(version, { description: 'Version of `data`.' }),
      timestamp: Instant,
      accountId:
        'accountId' in eventData[type].properties
          ? Text
          : orNull('Null: the purchase of a visitor concerns no company.'),
      data,
    },
    { title },
  )
}

/** Returns the shape of a type's newest payload, or of all its payloads that can be sent. */
function typeShape(type: EventType, changed: ChangedPayloads): TSchema {
  const title = titleOf(type)
  const newest = newestVersion(type, changed)
  const older = changed[type]?.older ?? []
  if (older.length === 0) return eventShape(type, newest, eventData[type], title)
  const shapes = [{ version: newest, data: eventData[type] as TSchema }, ...older].map((one) =>
    eventShape(type, one.version, one.data, `${title}V${one.version}`),
  )
  return Type.Union(shapes, { title })
}

export const portalEvent = (changed: ChangedPayloads) =>
  Type.Unsafe<PortalEvent>(
    Type.Union(
      eventTypes.map((type) => typeShape(type, changed)),
      { title: 'PortalEvent', discriminator, examples: [example] },
    ),
  )

export const PortalEvent = portalEvent(changedPayloads)

export const EventsAfter = Exact({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The `position` of the previous answer; without it, from the oldest event that is stored.',
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
    position: Type.Integer({ examples: [1207], description: 'The next value of `after`.' }),
  },
  { title: 'EventPage' },
)
