import {
  Type,
  type TNull,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
  type TUnion,
} from 'typebox'
import { lastPage, searchLimit } from './list-limits.ts'

/** The shape, or null. */
export const Nullable = <T extends TSchema>(shape: T): TUnion<[T, TNull]> =>
  Type.Union([shape, Type.Null()])

/** A text. The API's documents show the example. */
export const Text = (example: string, options: TStringOptions = {}) =>
  Type.String({ examples: [example], ...options })

/** The answer of a call that returns no data. */
export const Done = Type.Object({}, { title: 'Done' })

export const exampleUuid = '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e'
export const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** A UUID as it is sent to the portal. */
export const Uuid = (options: TStringOptions = {}) =>
  Text(exampleUuid, { pattern: uuidPattern, ...options })
/** A UUID as it is read. */
export const UuidText = Text(exampleUuid)

const instant = '2026-11-20T14:03:11.482Z'
/** An instant as it is sent to the portal. */
export const Instant = (options: TStringOptions = {}) =>
  Text(instant, {
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
    ...options,
  })
/** An instant as it is read. */
export const InstantText = Text(instant, { description: 'An instant in UTC.' })

const day = '2026-11-20'
/** A calendar day as it is sent to the portal; whether it exists is checked apart. */
export const Day = (options: TStringOptions = {}) =>
  Text(day, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', ...options })
/** A calendar day as it is read. */
export const DayText = Text(day, { description: 'A calendar day.' })

/** A decimal number with the decimals of its currency; `toCents` reads it. */
export const Amount = Type.Number({
  examples: [1250],
  description: 'A decimal number with the decimals of its currency.',
})
export const CurrencyCode = Text('USD', { description: 'ISO 4217.' })

/** Pages of a list, counted from 1. */
export const paging = (options: { most: number; usual: number; lastPage?: number }) => ({
  page: Type.Integer({
    minimum: 1,
    maximum: options.lastPage ?? lastPage,
    default: 1,
    description: 'The page, counted from 1.',
  }),
  perPage: Type.Integer({
    minimum: 1,
    maximum: options.most,
    default: options.usual,
    description: 'Rows on a page.',
  }),
})

/** A text that rows of a list are searched for. */
export const SearchText = (example: string) =>
  Type.Optional(
    Text(example, { maxLength: searchLimit, description: 'A text to look for; empty: no filter.' }),
  )

/** Of a call that does something once, however often it is repeated. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Text('a7f3c2d18e4b4f6f9c0d2b5e7a913c48', {
      pattern: '^[A-Za-z0-9_-]{8,100}$',
      description:
        'Made by the caller for each thing it wants done. A repeated call with the same key does it once and returns the same answer.',
    }),
  ),
})

/** Values of a query or fields of a body; an unknown name is refused. */
export const Exact = <T extends Parameters<typeof Type.Object>[0]>(
  fields: T,
  options: TSchemaOptions = {},
) => Type.Object(fields, { additionalProperties: false, ...options })
