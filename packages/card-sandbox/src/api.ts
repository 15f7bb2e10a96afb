import { setTimeout as pause } from 'node:timers/promises'
import type { Account, Cause } from './account.ts'
import { createIdempotency, fingerprintOf } from './idempotency.ts'
import { newId } from './ids.ts'
import { matchRoute } from './routes/all-routes.ts'
import type { Call, Route } from './routes/route.ts'
import { expand } from './views/expand.ts'
import { ApiError, unauthorized } from './wire/api-error.ts'
import { readApiKey } from './wire/api-key.ts'
import type { Answer, ApiRequest } from './wire/exchange.ts'
import { readFormFields } from './wire/form-fields.ts'
import { Params } from './wire/params.ts'

/** Answers calls on the provider's API, each idempotency key once. */
export function createApi(account: Account) {
  const idempotency = createIdempotency(account)

  return async function answer(request: ApiRequest, slowMs = 0, instead?: Answer): Promise<Answer> {
    try {
      const { route, call, apiKey, expansions } = readCall(account, request)
      const key = request.method === 'POST' ? call.cause.idempotencyKey : null
      const work = () => (instead ? { ...instead, isKept: true } : run(route, call, expansions))
      if (!key) {
        await pause(slowMs)
        return finish(work())
      }
      const first = idempotency.begin(`${apiKey}|${key}`, key, fingerprintOf(request))
      if ('replay' in first) return first.replay
      try {
        // The key is taken while this waits: a second call with it is told so.
        if (slowMs > 0) await pause(slowMs)
        const outcome = work()
        if (outcome.isKept) first.keep(outcome, request.requestId)
        return finish(outcome)
      } finally {
        first.release()
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refusal(error, request.requestId)
    }
  }

  /** On disk before it is told: what a caller has heard is still true after a kill. */
  function finish({ status, body, headers }: Answer): Answer {
    account.commit()
    return { status, body, ...(headers && { headers }) }
  }
}

function readCall(account: Account, { method, path, form, headers, requestId }: ApiRequest) {
  const { key: keyField, payment_user_agent: _, ...fields } = readFormFields(form)
  const apiKey = readApiKey(headers, typeof keyField === 'string' ? keyField : undefined)
  const match = matchRoute(method, path)
  if (!match) throw unknownUrl(method, path)
  if (apiKey.isPublishable && !match.route.isForBrowsers)
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    )
  const params = new Params(fields)
  const cause: Cause = { requestId, idempotencyKey: headerText(headers['idempotency-key']) }
  const { route, id, subId } = match
  const call: Call = { account, params, id, subId, cause, isPublishable: apiKey.isPublishable }
  return { route, call, apiKey: apiKey.value, expansions: params.list('expand') }
}

function run(route: Route, call: Call, expansions: string[]) {
  try {
    call.params.refuseUnknown(route.accepts)
    const body = structuredClone(route.answer(call))
    expand(call.account, body, expansions)
    return { status: 200, body, isKept: true }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...refusal(error, call.cause.requestId), isKept: error.isKept }
  }
}

function refusal({ status, body }: ApiError, requestId: string): Answer {
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`
  return {
    status,
    body: { error: { ...body, request_log_url } },
    headers: { 'stripe-should-retry': String(status === 409) },
  }
}

function unknownUrl(method: string, path: string) {
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`
  return new ApiError(404, { type: 'invalid_request_error', message }, false)
}

const headerText = (value: string | string[] | undefined) => (value ? String(value) : null)
export const newRequestId = () => newId('req_', 14)
