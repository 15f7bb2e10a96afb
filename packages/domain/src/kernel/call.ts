import type { Static, TObject, TSchema } from 'typebox'
import type { ApiScope } from '../integration/api-scopes.ts'
import type { Access } from '../session/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Refusals of a call's own, besides those that every call may give. */
export type OwnRefusal = 402 | 409 | 410 | 422 | 429

/** A body that is not JSON: its content types, and one of it where it is text that can be shown. */
export interface Media {
  media: readonly string[]
  example?: string
}

interface CallBase {
  /** Below the base, with parameters as `:name`. */
  path: string
  /** Where it is served: below `/api` unless this says otherwise. */
  bases?: 'both' | 'main'
  /** Who may call it: a person with a right, or a key with a scope. */
  access: Access | ApiScope
  /** A machine's call, proven by a signature of its own instead of a session and its token. */
  signed?: true
  /** What it does, in one sentence. */
  summary: string
  /** The parameters of the path. */
  params?: TObject
  /** The values of the query; null: it takes none. */
  query: TObject | null
  /** Headers of the request that mean something to it. */
  headers?: TObject
  /** What it answers, by status; null: without a body. A refusal stands here if it says more than others. */
  answers: Readonly<
    Partial<Record<200 | 202 | 302 | 304 | 400 | 422 | 503, TSchema | Media | null>>
  >
  /** Examples of answers that differ from the one of their shape. */
  examples?: Readonly<Partial<Record<202 | 422 | 503, object>>>
  /** Headers of its answers, each with a sentence. */
  sends?: Readonly<Record<string, string>>
  /** The refusals of its own. */
  refuses: readonly OwnRefusal[]
}

/** All there is to know about a call. The server, the web's client and the documents are made from it. */
export type Call = CallBase &
  (
    | { method: 'GET' | 'DELETE' }
    | { method: 'POST' | 'PUT'; /** Null: it takes none. */ body: TSchema | Media | null }
  )

/** The names of the calls become the operations of the API's document. */
export const declareCalls = <const T extends Record<string, Call>>(calls: T): T => calls

export const isMedia = (body: TSchema | Media): body is Media => 'media' in body

/** The refusals that a call may give: those of every call, of its kind, and its own. */
export function refusalsOf(call: Call): number[] {
  const ofMembers = call.access === 'public' ? [] : [401]
  const ofBodies = 'body' in call && call.body ? [408, 413, 415] : []
  return [400, ...ofMembers, 403, 404, ...ofBodies, ...call.refuses, 500, 503].sort(
    (one, other) => one - other,
  )
}

/** The header of a list that comes in pages. */
export const countHeader = {
  'x-count': 'How many rows there are on all pages.',
}
/** The same where many matches are not counted to the end. */
export const countHeaders = {
  ...countHeader,
  'x-count-more': 'Is `true` if counting stopped before the end: there are more than `x-count`.',
}

type ShapeOf<C, Part extends string> = C extends { [part in Part]: infer S }
  ? S extends TSchema
    ? Static<S>
    : undefined
  : undefined
export type ParamsOf<C extends Call> = ShapeOf<C, 'params'>
export type QueryOf<C extends Call> = ShapeOf<C, 'query'>
export type BodyOf<C extends Call> = ShapeOf<C, 'body'>
export type HeadersOf<C extends Call> = ShapeOf<C, 'headers'>

type AnswerWith<C extends Call, Status extends number> = C['answers'] extends {
  [status in Status]: infer S
}
  ? S extends TSchema
    ? Static<S>
    : never
  : never
/** What a call answers when it did what was asked. */
export type AnswerOf<C extends Call> = AnswerWith<C, 200> | AnswerWith<C, 202>

/** What a call takes and answers; undefined: nothing. */
export interface Exchange {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  answer: unknown
}

/**
 * Method and path of a call, `GET /invoice`, and for the compiler what it takes and answers. The web's client has these
 * and no shapes: see `*.endpoints.ts`.
 */
export type Endpoint<X extends Exchange> = string & { readonly exchange?: X }
export type EndpointOf<C extends Call> = Endpoint<{
  params: ParamsOf<C>
  query: QueryOf<C>
  headers: HeadersOf<C>
  body: BodyOf<C>
  answer: AnswerOf<C>
}>
