import type { Endpoint, Exchange, rightsHeader } from '@portal/domain/kernel/call'
import { generalTexts } from '@portal/domain/platform/general-texts'
import { getMyself } from '@portal/domain/session/session.endpoints'
import type { ErrorAnswer } from '@portal/domain/session/session.schema'
import { CallFailed } from './call-failed.ts'
import { searchable } from '../kernel/search-params.ts'
import { config } from './config.ts'
import { checkConnection, whenReachedAgain } from './connection.ts'
import { xsrfHeader } from './xsrf.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Base address, if not the API's. */
  base?: string
  /** Set if the call's 401 does not mean that the session has ended. */
  keepsSession?: boolean
}

/** Allows undefined for optional values. */
type Given<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [name in Name]?: Given<T> }
    : { [name in Name]: Given<T> }

/** The declared inputs of a call. */
export type Asks<X extends Exchange> = Part<'params', X['params']> &
  Part<'query', X['query']> &
  Part<'headers', X['headers']> &
  Part<'body', X['body']> &
  CallOptions
/** The argument of a call; optional if nothing is required. */
export type AsksOf<X extends Exchange> = object extends Asks<X> ? [asks?: Asks<X>] : [asks: Asks<X>]

/** Timeout of reads; a payment waits for its provider instead. */
const readTimeoutMs = 60_000

let whenSessionEnds = () => {}
let whenAnswered = (_rights: string) => {}

/** Registers what to do when any call returns 401: the session has ended. */
export function onSessionEnd(listener: () => void) {
  whenSessionEnds = listener
}

/** Registers a listener for the rights digest that every response has, including refusals. */
export function onRights(listener: (rights: string) => void) {
  whenAnswered = listener
}

/** The inputs of any call. */
interface Asked extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  body?: unknown
}

/** Sends one call with cookies. Throws a `CallFailed` unless it succeeds. */
export async function send<X extends Exchange>(
  endpoint: Endpoint<X>,
  ...asks: AsksOf<X>
): Promise<Response> {
  const [method = ''] = endpoint.split(' ')
  const asked: Asked = asks[0] ?? {}
  const hasBody = asked.body !== undefined
  const response = await fetchOrCheck(addressOf(endpoint, ...asks), {
    method,
    credentials: 'include',
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && xsrfHeader()),
      ...asked.headers,
    },
    ...(hasBody && { body: JSON.stringify(asked.body) }),
    ...abortable(method, asked.signal),
  })
  const rights = rightsOf(response)
  // Other digests are compared with the digest from who-am-I.
  if (rights && endpoint !== getMyself) whenAnswered(rights)
  if (response.ok) return response
  if (response.status === 401 && !asked.keepsSession) whenSessionEnds()
  throw await failureOf(response)
}

/** Marks the connection as lost, which pauses all queries, before this call fails. */
async function fetchOrCheck(address: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetchInTurn(address, options)
    if (unavailable.has(response.status)) await checkConnection()
    return response
  } catch (error) {
    const isOver =
      options.signal?.reason instanceof DOMException && options.signal.reason.name === 'AbortError'
    if (!isOver) await checkConnection()
    throw error
  }
}

/** Repeats a read once if the server is overloaded, after the time that the server names. */
async function fetchInTurn(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options)
  const seconds = Number(response.headers.get('retry-after'))
  const hasTurn = seconds > 0 && seconds <= longestTurn
  if (response.status !== 429 || options.method !== 'GET' || !hasTurn) return response
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return fetch(address, options)
}
const longestTurn = 15

/** The statuses of gateways, and of a server that is starting or has no database. */
const unavailable = new Set([502, 503, 504])

export const rightsOf = (response: Response) =>
  response.headers.get('x-rights' satisfies keyof typeof rightsHeader)

/** Sends one call and returns its body. A read is aborted if the connection was lost meanwhile; a download is not. */
export async function call<X extends Exchange>(
  endpoint: Endpoint<X>,
  ...asks: AsksOf<X>
): Promise<X['answer']> {
  const [asked] = asks
  const isRead = endpoint.startsWith('GET ')
  const signal = isRead ? anyOf(asked?.signal, whenReachedAgain()) : asked?.signal
  const response = await send(endpoint, ...([{ ...asked, ...(signal && { signal }) }] as AsksOf<X>))
  return response.json() as Promise<X['answer']>
}

/** The address of a call with these parameters and query values. */
export function addressOf<X extends Exchange>(endpoint: Endpoint<X>, ...[asks]: AsksOf<X>): string {
  const asked: Asked = asks ?? {}
  const [, path = ''] = endpoint.split(' ')
  const { params = {}, query = {}, base = config.apiBase } = asked
  const filled = path.replace(/:(\w+)/g, (_, name: string) => segment(params[name] ?? ''))
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) values.set(name, String(value))
  return values.size ? `${base}${filled}?${values}` : `${base}${filled}`
}

/**
 * One path segment. Browsers treat `.` and `..` as folders, even encoded, and the server refuses control characters; no
 * id has such a name.
 */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value) || searchable(value) !== value) throw new CallFailed(404, '')
  return encodeURIComponent(value)
}

const anyOf = (one: AbortSignal | undefined, other: AbortSignal) =>
  one ? AbortSignal.any([one, other]) : other

function abortable(method: string, signal: AbortSignal | undefined) {
  const whole = method === 'GET' ? anyOf(signal, AbortSignal.timeout(readTimeoutMs)) : signal
  return whole ? { signal: whole } : {}
}

const saysNothing: ReadonlySet<string> = new Set(Object.values(generalTexts))

async function failureOf(response: Response): Promise<CallFailed> {
  const supportId = response.headers.get('x-request-id') ?? undefined
  // One call refuses in plain text. A failing gateway may also send text, but not a message for users.
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  if (isText && response.status < 500)
    return new CallFailed(response.status, await response.text().catch(() => ''), supportId)
  const answer = (await response.json().catch(() => ({}))) as Partial<ErrorAnswer>
  const { message = '', failureMessage } = answer
  return new CallFailed(
    response.status,
    saysNothing.has(message) ? '' : message,
    supportId,
    failureMessage,
  )
}
