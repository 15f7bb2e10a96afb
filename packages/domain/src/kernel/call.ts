import type { Static, TObject, TSchema } from 'typebox'
import { isApiAccess, type ApiAccess } from './api-scopes.ts'
import type { Access } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Refusals that a call declares in addition to those that every call may return. */
export type OwnRefusal = 402 | 409 | 410 | 422

/** A body that is not JSON: its content types, and an example if it is text. */
export interface Media {
  media: readonly string[]
  example?: string
}

export type NamedRecord =
  'invoice' | 'invoiceNumber' | 'order' | 'equipmentRequest' | 'user' | 'invite'
/** Reasons why a call that changes something has no `shown`: it commits no money, terms, permissions or order. */
export const unshownReasons = {
  reads: 'It returns figures and changes nothing.',
  ends: 'It ends something or takes it back, and gives nothing.',
  own: 'It concerns what only the caller sees, or how the caller is signed in.',
  asks: 'It asks other people, who decide.',
  whole: 'Its request names all that it does.',
  continues: 'It continues what an earlier call confirmed.',
} as const

interface CallBase {
  /** The path after the base, with parameters as `:name`. */
  path: string
  /** The bases of the call; by default only `/api`. */
  bases?: 'both' | 'main'
  /** Who may call it: users with a permission, or keys with a scope. */
  access: Access | ApiAccess
  /** A call by a machine, authenticated by its signature instead of a session and a token. */
  signed?: true
  /** The call may take a second of processor time for a large company: only a few run at once, and the others wait. */
  isHeavy?: true
  /**
   * The record that the call names, and the field with its id. Without `companyFilter`, a super admin's call is for the
   * company of this record.
   */
  record?: readonly [kind: NamedRecord, field: string]
  /** Required unless the body has `shown`; not for calls by machines. */
  unshown?: keyof typeof unshownReasons
  /** What the call does, in one sentence. */
  summary: string
  /** The parameters of the path. */
  params?: TObject
  /** The values of the query; null if the call takes none. */
  query: TObject | null
  /** Headers of the request that the call reads. */
  headers?: TObject
  /** The answers by status; null means without a body. A refusal is listed only if its body differs from the usual one. */
  answers: Readonly<
    Partial<Record<200 | 202 | 302 | 304 | 400 | 422 | 503, TSchema | Media | null>>
  >
  /** Examples of answers that differ from the example of their shape. */
  examples?: Readonly<Partial<Record<202 | 422 | 503, object>>>
  /** Headers of the answers besides `rightsHeader`, each with a description. */
  sends?: Readonly<Record<string, string>>
  /** The refusals that this call declares. */
  refuses: readonly OwnRefusal[]
}

/** The declaration of a call. The server, the web client and the documents are derived from it. */
export type Call = CallBase &
  (
    | { method: 'GET' | 'DELETE' }
    | { method: 'POST' | 'PUT'; /** Null: the call takes no body. */ body: TSchema | Media | null }
  )

/** Declares calls; their names become the operation ids of the API document. */
export const declareCalls = <const T extends Record<string, Call>>(calls: T): T => calls

export const isMedia = (body: TSchema | Media): body is Media => 'media' in body

/** Returns the refusals that a call may return: those of every call, those of its kind, and its own. */
export function refusalsOf(call: Call): number[] {
  const ofMembers = call.access === 'public' ? [] : [401]
  const ofBodies = 'body' in call && call.body ? [408, 413, 415] : []
  return [400, ...ofMembers, 403, 404, ...ofBodies, ...call.refuses, 429, 500, 503].sort(
    (one, other) => one - other,
  )
}

/** Identifies the permissions with which an answer was created (decision 0003). */
export const rightsHeader = {
  'x-rights':
    'A digest of who you are and what you may see. When it changes, get `/user/myself` again.',
}

/** Returns the headers of a call's answers, each with a description. Answers to signed-in users have an additional one. */
export function headersOf({ access, sends }: Call): Readonly<Record<string, string>> {
  const isPersonal = access !== 'public' && !isApiAccess(access)
  return { ...sends, ...(isPersonal && rightsHeader) }
}

/** The headers of a list with pages. */
export const countHeader = {
  'x-count': 'How many rows there are on all pages.',
}
/** The headers of a list whose count stops at a limit. */
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
/** The successful answer of a call. */
export type AnswerOf<C extends Call> = AnswerWith<C, 200> | AnswerWith<C, 202>

/** The request and the answer of a call; undefined if there is none. */
export interface Exchange {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  answer: unknown
}

/**
 * Method and path of a call, such as `GET /invoice`; the type contains the request and the answer. The web client uses
 * endpoints instead of shapes: see `*.endpoints.ts`.
 */
export type Endpoint<X extends Exchange> = string & { readonly exchange?: X }
export type EndpointOf<C extends Call> = Endpoint<{
  params: ParamsOf<C>
  query: QueryOf<C>
  headers: HeadersOf<C>
  body: BodyOf<C>
  answer: AnswerOf<C>
}>
