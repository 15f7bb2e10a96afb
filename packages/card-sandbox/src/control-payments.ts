import type { Account } from './account.ts'
import { newRequestId } from './api.ts'
import { changeDispute, openDispute } from './disputes.ts'
import { findPaymentMethod } from './find.ts'
import { endProcessing } from './processing.ts'
import { changeRefund } from './refunds.ts'
import { answerAuthentication } from './three-d-secure.ts'
import { disputeView, refundView } from './views/after-payment-views.ts'
import { missing, refused } from './wire/api-error.ts'

type Wish = Record<string, unknown>
type Action = (account: Account, wish: Wish, id: string) => object

/** Actions of banks and cardholders, which the seller cannot trigger at the real provider. */
export const paymentActions: Record<string, Action> = {
  'POST /_sandbox/three-d-secure': (account, { intent, passed = true }) => {
    answerAuthentication(account, String(intent), passed === true, ownCause())
    return { ok: true }
  },
  'POST /_sandbox/payment_methods/:id': (account, wish, id) => {
    const method = findPaymentMethod(account, id)
    const { exp_month = method.card.expMonth, exp_year = method.card.expYear } = wish
    const card = { ...method.card, expMonth: Number(exp_month), expYear: Number(exp_year) }
    account.paymentMethods.put({ ...method, card })
    return { ok: true }
  },
  'POST /_sandbox/processing': ({ settings }, { times = 0, isCancelable = false, customer }) => {
    settings.processingTimes = Number(times)
    settings.processingCustomer = text(customer) ?? null
    settings.canCancelProcessing = isCancelable === true
    return { times: settings.processingTimes, isCancelable: settings.canCancelProcessing }
  },
  'POST /_sandbox/payment_intents/:id': (account, { status }, id) =>
    endProcessing(account, id, oneOf(status, ['failed', 'succeeded']), ownCause()),
  'POST /_sandbox/refunds': ({ settings }, { keep = false }) => {
    settings.keepsRefunds = keep === true
    return { keep: settings.keepsRefunds }
  },
  'POST /_sandbox/refunds/:id': (account, { status, reason }, id) => {
    const wanted = oneOf(status, ['canceled', 'failed', 'succeeded'])
    return refundView(changeRefund(account, id, wanted, text(reason)))
  },
  'POST /_sandbox/disputes': (account, { charge, amount, reason, status, isResolved }) => {
    const found = account.charges.get(text(charge))
    if (found?.status !== 'succeeded') throw missing('charge', String(charge), 'charge')
    const opened = openDispute(account, found, {
      ...(amount !== undefined && { amount: Number(amount) }),
      ...(typeof reason === 'string' && { reason }),
      ...(status !== undefined && {
        status: oneOf(status, ['needs_response', 'prevented', 'warning_needs_response']),
      }),
      isResolved: isResolved === true,
    })
    return disputeView(opened)
  },
  'POST /_sandbox/disputes/:id': (account, { status }, id) => {
    return disputeView(changeDispute(account, id, text(status) ?? ''))
  },
}

const ownCause = () => ({ requestId: newRequestId(), idempotencyKey: null })

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value)
  if (found) return found
  throw refused(`The status must be one of ${allowed.join(', ')}.`, { param: 'status' })
}
