import type { Account, Cause } from './account.ts'
import { createIdempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import { matchRoute } from './routes/all-routes.ts'
import type { Call, Route } from './routes/route.ts'
import { expand } from './views/expand.ts'
import { ApiError, unauthorized } from './wire/api-error.ts'
import { readApiKey } from './wire/api-key.ts'
import type { Answer, ApiRequest } from './wire/exchange.ts'
import { readFormFields } from './wire/form-fields.ts'
import { Params } from './wire/params.ts'

/** How a fault changes a call. */
type Bent = {
  /** The call is executed after this promise; its idempotency key is in use until then. */
  after?: Promise<void>
  /** The call is not executed; this is its permanent answer. */
  instead?: Answer
  /** The call is executed, but this is its permanent answer. */
  afterwards?: Answer
}

/** Creates the provider's API, which executes each idempotency key once. */
export function createApi(account: Account) {
  const idempotency = createIdempotency(account)

  return async function answer(request: ApiRequest, bent: Bent = {}): Promise<Answer> {
    const { after, instead, afterwards } = bent
    try {
      const { route, call, apiKey, expansions } = readCall(account, request)
      const key = request.method === 'POST' ? call.cause.idempotencyKey : null
      const work = () => {
        if (instead) return { ...instead, isKept: true }
        const done = run(route, call, expansions)
        return afterwards && done.isKept ? { ...afterwards, isKept: true } : done
      }
      if (!key) {
        await after
        return finish(work())
      }
      const first = idempotency.begin(`${apiKey}|${key}`, key, request)
      if ('replay' in first) return first.replay
      try {
        // Meanwhile the key is in use, and a second call with it is refused.
        await after
        const outcome = work()
        if (outcome.isKept) first.keep(outcome)
        return finish(outcome)
      } finally {
        first.release()
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refusal(error, request.requestId)
    }
  }

  /** Written to disk before the answer is sent, so that the answer stays true after a kill. */
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
  const { route, id } = match
  const call: Call = { account, params, id, cause, isPublishable: apiKey.isPublishable }
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
