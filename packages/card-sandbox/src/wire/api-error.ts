import type Stripe from 'stripe'

/** The last error of an intent. */
export type IntentError = Pick<
  Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError,
  'charge' | 'code' | 'decline_code' | 'doc_url' | 'message' | 'param' | 'payment_method' | 'type'
>

export type ErrorBody = {
  type: IntentError['type']
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
}

/** An error of the provider, in its wire format. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** False for refused parameters: such an answer is not stored for the idempotency key. */
    readonly isKept = true,
  ) {
    super(body.message)
    if (body.code) body.doc_url ??= documentation(body.code)
  }
}

const documentation = (code: string) =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

export function refused(message: string, more: Partial<ErrorBody> = {}) {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

/** For some refusals the provider has no code, only a parameter and a message. */
export function badParameter(param: string, code: string | undefined, message: string) {
  const body = { type: 'invalid_request_error', message, ...(code && { code }), param } as const
  return new ApiError(400, body, false)
}

export function missing(kind: string, id: string, param = 'id', status: 400 | 404 = 404) {
  const message = `No such ${kind}: '${id}'`
  const code = 'resource_missing'
  return new ApiError(status, { type: 'invalid_request_error', message, code, param })
}

export function unauthorized(message: string, code?: string) {
  return new ApiError(401, { type: 'invalid_request_error', message, ...(code && { code }) }, false)
}

export type Decline = {
  code: NonNullable<IntentError['code']>
  declineCode?: string
  message: string
  param?: string
}

/** Returns a decline by the bank, as it is stored and returned. */
export function declineError(decline: Decline, more: Partial<IntentError> = {}) {
  return {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    doc_url: documentation(decline.code),
    message: decline.message,
    ...(decline.param && { param: decline.param }),
    ...more,
  } satisfies IntentError
}

export function cardError(decline: Decline, more: Partial<ErrorBody> = {}) {
  return new ApiError(402, { ...declineError(decline), ...more })
}
