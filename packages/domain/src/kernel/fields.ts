import {
  Type,
  type TNull,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
  type TUnion,
} from 'typebox'
import { tableFormats } from './csv.ts'
import { lastPage, searchLimit } from './list-limits.ts'

/** Returns a type that is the shape or null. */
export const Nullable = <T extends TSchema>(shape: T): TUnion<[T, TNull]> =>
  Type.Union([shape, Type.Null()])

/** A text, with an example for the API document. */
export const Text = (example: string, options: TStringOptions = {}) =>
  Type.String({ examples: [example], ...options })

export const Done = Type.Object({}, { title: 'Done' })

export const exampleUuid = '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e'
export const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** A UUID in a request. */
export const Uuid = (options: TStringOptions = {}) =>
  Text(exampleUuid, { pattern: uuidPattern, ...options })
/** A UUID in an answer. */
export const UuidText = Text(exampleUuid)

const instant = '2026-11-20T14:03:11.482Z'
/** An instant in a request. */
export const Instant = (options: TStringOptions = {}) =>
  Text(instant, {
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
    ...options,
  })
/** An instant in an answer. */
export const InstantText = Text(instant, { description: 'An instant in UTC.' })

const day = '2026-11-20'
/** A calendar day in a request; the call validates that the day exists. */
export const Day = (options: TStringOptions = {}) =>
  Text(day, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', ...options })
/** A calendar day in an answer. */
export const DayText = Text(day, { description: 'A calendar day.' })

/** A decimal number with the decimals of its currency; `toCents` reads it. */
export const Amount = Type.Number({
  examples: [1250],
  description: 'A decimal number with the decimals of its currency.',
})
export const CurrencyCode = Text('USD', { description: 'ISO 4217.' })

/** The parameter of an exported table. */
export const tableFormat = {
  format: Type.Optional(
    Type.Enum([...tableFormats], { description: 'CSV for programs, or a spreadsheet; else CSV.' }),
  ),
}

export const xlsxMedia = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const tableMedia = { media: ['text/csv', xlsxMedia] }

/** The page parameters of a list. */
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

export const SearchText = (example: string) =>
  Type.Optional(
    Text(example, { maxLength: searchLimit, description: 'A text to look for; empty: no filter.' }),
  )

/** The key of a call that has its effect only once, even if the call is repeated. */
export const IdempotencyKey = Text('a7f3c2d18e4b4f6f9c0d2b5e7a913c48', {
  pattern: '^[A-Za-z0-9_-]{8,100}$',
  description:
    'Chosen by the caller, new for each action. Repeated calls with the same key act once and return the same answer; with other content they are refused with 409.',
})
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(IdempotencyKey),
})

/** The values of a query, or the fields of a body; unknown names are refused. */
export const Exact = <T extends Parameters<typeof Type.Object>[0]>(
  fields: T,
  options: TSchemaOptions = {},
) => Type.Object(fields, { additionalProperties: false, ...options })
