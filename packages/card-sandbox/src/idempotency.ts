import { createHash } from 'node:crypto'
import type { Account } from './account.ts'
import { ApiError } from './wire/api-error.ts'
import type { Answer, ApiRequest } from './wire/exchange.ts'

/** Which keys were answered and how, and which are being worked on. */
export function createIdempotency(account: Account) {
  const inFlight = new Set<string>()

  return {
    /** Either the answer given before, or leave to go on and keep the one to come. */
    begin(id: string, key: string, fingerprint: string) {
      if (key.length > 255)
        throw refused(400, 'Idempotency keys may be at most 255 characters long.')
      const former = account.answers.get(id)
      if (former && former.fingerprint !== fingerprint)
        throw refused(
          400,
          'Keys for idempotent requests can only be used with the same parameters they were first ' +
            `used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (former) {
        const { status, body, requestId } = former
        return { replay: { status, body, headers: replayHeaders(status, requestId) } }
      }
      if (inFlight.has(id))
        throw refused(
          409,
          'There is currently another in-progress request using this Idempotent Key (that probably ' +
            `means you submitted twice, and the other request is still going through): ${key}.`,
          'idempotency_key_in_use',
        )
      inFlight.add(id)
      return {
        keep({ status, body }: Answer, requestId: string) {
          account.answers.put({ id, created: account.now(), fingerprint, requestId, status, body })
        },
        release: () => void inFlight.delete(id),
      }
    },
  }
}

/** The same call is the same whatever order its parameters came in. */
export function fingerprintOf({ method, path, form }: ApiRequest) {
  const fields = [...new URLSearchParams(form)].map((pair) => pair.join('=')).sort()
  return createHash('sha256')
    .update([method, path, ...fields].join('\n'))
    .digest('hex')
}

const replayHeaders = (status: number, requestId: string) => ({
  'idempotent-replayed': 'true',
  'original-request': requestId,
  ...(status >= 400 && { 'stripe-should-retry': 'false' }),
})

function refused(status: number, message: string, code?: string) {
  return new ApiError(status, { type: 'idempotency_error', message, ...(code && { code }) }, false)
}
