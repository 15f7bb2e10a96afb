import { createHash } from 'node:crypto'
import type { Account } from './account.ts'
import { ApiError } from './wire/api-error.ts'
import type { Answer, ApiRequest } from './wire/exchange.ts'

/** The provider may forget a key after this many seconds, and the sandbox does. */
const keyLifetime = 86_400

/** The call of a key. The fingerprint does not depend on the order of the parameters. */
type Meant = { path: string; fingerprint: string }

/** Stores the answers of keys, and the keys in progress. */
export function createIdempotency(account: Account) {
  const inFlight = new Map<string, Meant>()

  function remembered(id: string) {
    const answer = account.answers.get(id)
    if (!answer || account.now() - answer.created < keyLifetime) return answer
    account.answers.remove(id)
    return undefined
  }

  return {
    /** Returns the earlier answer, or a function that stores the new one. */
    begin(id: string, key: string, request: ApiRequest) {
      if (key.length > 255)
        throw refused(400, 'Idempotency keys may be at most 255 characters long.')
      const meant = { path: request.path, fingerprint: fingerprintOf(request) }
      const former = remembered(id)
      const first = former ?? inFlight.get(id)
      if (first) refuseOther(key, first, meant)
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
      inFlight.set(id, meant)
      return {
        keep({ status, body }: Answer) {
          const { requestId } = request
          account.answers.put({ id, created: account.now(), ...meant, requestId, status, body })
        },
        release: () => void inFlight.delete(id),
      }
    },
  }
}

function refuseOther(key: string, first: Meant, second: Meant) {
  if (first.fingerprint === second.fingerprint) return
  const same =
    first.path === second.path
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${second.path}' vs '${first.path}')`
  throw refused(
    400,
    `Keys for idempotent requests can only be used ${same}. Try using a key other than '${key}' if ` +
      'you meant to execute a different request.',
  )
}

function fingerprintOf({ method, path, form }: ApiRequest) {
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
