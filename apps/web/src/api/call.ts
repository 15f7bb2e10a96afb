import type { Endpoint, Exchange } from '@portal/domain/kernel/call'
import { getMyself } from '@portal/domain/session/session.endpoints'
import type { ErrorAnswer } from '@portal/domain/session/session.schema'
import { CallFailed } from './call-failed.ts'
import { config } from './config.ts'
import { xsrfHeader } from './xsrf.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Base address other than the API's. */
  base?: string
  /** A call whose own 401 means something else than an ended session. */
  keepsSession?: boolean
}

/** With undefined where a value may be left out. */
type Given<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [name in Name]?: Given<T> }
    : { [name in Name]: Given<T> }

/** What a call takes, as it is declared. */
export type Asks<X extends Exchange> = Part<'params', X['params']> &
  Part<'query', X['query']> &
  Part<'headers', X['headers']> &
  Part<'body', X['body']> &
  CallOptions
/** The argument of a call, which may be left out where nothing is needed. */
export type AsksOf<X extends Exchange> = object extends Asks<X> ? [asks?: Asks<X>] : [asks: Asks<X>]

/** An answer that should come at once; a payment waits for its provider instead. */
const readTimeoutMs = 60_000

let whenSessionEnds = () => {}
let whenRefused = () => {}

/** What to do when any call answers 401: the session is over. */
export function onSessionEnd(listener: () => void) {
  whenSessionEnds = listener
}

/** What to do when any call answers 403: a right may have been taken away while the page was open. */
export function onRefusal(listener: () => void) {
  whenRefused = listener
}

/** What is asked, whatever the call. */
interface Asked extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  body?: unknown
}

/** Sends one call with cookies; anything but a success becomes a `CallFailed`. */
export async function send<X extends Exchange>(
  endpoint: Endpoint<X>,
  ...asks: AsksOf<X>
): Promise<Response> {
  const [method = ''] = endpoint.split(' ')
  const asked: Asked = asks[0] ?? {}
  const hasBody = asked.body !== undefined
  const response = await fetch(addressOf(endpoint, ...asks), {
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
  if (response.ok) return response
  if (response.status === 401 && !asked.keepsSession) whenSessionEnds()
  // The answer to the question itself would ask it again and again.
  if (response.status === 403 && endpoint !== getMyself) whenRefused()
  throw await failureOf(response)
}

/** Sends one call and reads its answer. */
export async function call<X extends Exchange>(
  endpoint: Endpoint<X>,
  ...asks: AsksOf<X>
): Promise<X['answer']> {
  const response = await send(endpoint, ...asks)
  return response.json() as Promise<X['answer']>
}

/** The address of a call with these parameters and values. */
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

/** A part of a path. A browser takes `.` and `..` for folders, even encoded; nothing is named so. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new CallFailed(404, 'Not found.')
  return encodeURIComponent(value)
}

function abortable(method: string, signal: AbortSignal | undefined) {
  const timeout = method === 'GET' ? AbortSignal.timeout(readTimeoutMs) : undefined
  const signals = [signal, timeout].filter((one) => one !== undefined)
  return signals.length ? { signal: AbortSignal.any(signals) } : {}
}

async function failureOf(response: Response): Promise<CallFailed> {
  // One call turns down in plain text; a gateway in front that fails may do so too, in words for nobody.
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  if (isText && response.status < 500)
    return new CallFailed(response.status, await response.text().catch(() => ''))
  const answer = (await response.json().catch(() => ({}))) as Partial<ErrorAnswer>
  return new CallFailed(
    response.status,
    answer.message ?? '',
    answer.supportId,
    response.statusText,
  )
}
