import type { ApiRequest, Answer } from './wire/exchange.ts'

export type LoggedRequest = {
  at: string
  method: string
  path: string
  params: Record<string, string>
  idempotencyKey: string | null
  requestId: string
  /** Null if the connection was cut without an answer. */
  status: number | null
  replayed: boolean
  fault: string | null
}

const keptRequests = 2000
const secretParams = ['card[number]', 'card[cvc]']

/** Logs API calls in the order of their answers, for tests that count charges. */
export function createRequestLog() {
  let entries: LoggedRequest[] = []
  return {
    all: () => entries,
    clear: () => void (entries = []),
    note(request: ApiRequest, answer: Answer | undefined, fault: string | undefined) {
      const { method, path, headers, requestId } = request
      const params = Object.fromEntries(new URLSearchParams(request.form))
      for (const name of secretParams) if (name in params) params[name] = '***'
      entries.push({
        at: new Date().toISOString(),
        method,
        path,
        params,
        idempotencyKey: headers['idempotency-key'] ? String(headers['idempotency-key']) : null,
        requestId,
        status: answer?.status ?? null,
        replayed: answer?.headers?.['idempotent-replayed'] === 'true',
        fault: fault ?? null,
      })
      if (entries.length > keptRequests) entries = entries.slice(-keptRequests)
    },
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
