import type { IncomingHttpHeaders } from 'node:http'

export type ApiRequest = {
  method: string
  path: string
  /** The query of a GET, the body of a POST. */
  form: string
  headers: IncomingHttpHeaders
  requestId: string
}

export type Answer = { status: number; body: object; headers?: Record<string, string> }
