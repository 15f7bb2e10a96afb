import type { ErrorAnswer } from '@portal/domain/session/session.schema'
import { CallFailed } from './call-failed.ts'
import { config } from './config.ts'
import { xsrfHeader } from './xsrf.ts'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Base address other than the API's. */
  base?: string
  /** A call whose own 401 means something else than an ended session. */
  keepsSession?: boolean
}

/** An answer that should come at once; a payment waits for its provider instead. */
const readTimeoutMs = 60_000

let whenSessionEnds = () => {}

/** What to do when any call answers 401: the session is over. */
export function onSessionEnd(listener: () => void) {
  whenSessionEnds = listener
}

/** Sends one call with cookies; anything but a success becomes a `CallFailed`. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const method = options.method ?? 'GET'
  const hasBody = options.body !== undefined
  const response = await fetch(address(path, options), {
    method,
    credentials: 'include',
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && xsrfHeader()),
      ...options.headers,
    },
    ...(hasBody && { body: JSON.stringify(options.body) }),
    ...abortable(method, options.signal),
  })
  if (response.ok) return response
  if (response.status === 401 && !options.keepsSession) whenSessionEnds()
  throw await failureOf(response)
}

/** Sends one call and reads its JSON; nothing comes back for an empty answer. */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(path, options)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as Answer
}

function address(path: string, { query = {}, base = config.apiBase }: CallOptions): string {
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) values.set(name, String(value))
  return values.size ? `${base}${path}?${values}` : `${base}${path}`
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
