import { formatAmount } from '../currencies.ts'
import { createRefund, isChargedBack } from '../refunds.ts'
import { refundView } from '../views/after-payment-views.ts'
import { badParameter, missing, refused } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import type { Call, Route } from './route.ts'

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    accepts: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
    answer: refund,
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    accepts: [...listParams, 'charge', 'payment_intent'],
    answer({ account, params }) {
      const charge = params.text('charge')
      const intent = params.text('payment_intent')
      const found = account.refunds
        .newestFirst()
        .filter((one) => !charge || one.charge === charge)
        .filter((one) => !intent || one.paymentIntent === intent)
      return listPage('/v1/refunds', found, params, refundView)
    },
  },
]

function refund(call: Call) {
  const { account, params, cause } = call
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const
  const reason = params.oneOf('reason', reasons) ?? null
  const metadata = params.metadata()
  const asked = params.integer('amount')
  if (asked !== undefined && asked <= 0)
    throw badParameter('amount', 'parameter_invalid_integer', 'Amount must be at least 1')
  const charge = findRefundable(call)
  const left = charge.amount - charge.amountRefunded
  if (left <= 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const amount = asked ?? left
  if (amount > left)
    throw refused(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount ` +
        `on charge (${formatAmount(left, charge.currency)})`,
      { param: 'amount' },
    )
  return refundView(createRefund(account, charge, { amount, metadata, reason }, cause))
}

function findRefundable({ account, params }: Call) {
  const chargeId = params.text('charge')
  const intentId = params.text('payment_intent')
  if (!chargeId && !intentId)
    throw badParameter(
      'payment_intent',
      'parameter_missing',
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = account.paymentIntents.get(intentId)
  if (intentId && !intent) throw missing('payment_intent', intentId, 'payment_intent')
  const charge = account.charges.get(chargeId ?? intent?.latestCharge)
  if (chargeId && !charge) throw missing('charge', chargeId, 'charge')
  if (charge?.status !== 'succeeded')
    throw refused(
      `This PaymentIntent (${intentId ?? charge?.paymentIntent}) does not have a successful charge to refund.`,
      { param: chargeId ? 'charge' : 'payment_intent' },
    )
  if (intent && charge.paymentIntent !== intent.id)
    throw refused(`Charge ${charge.id} does not belong to PaymentIntent ${intent.id}.`)
  if (isChargedBack(account, charge))
    throw refused(`Charge ${charge.id} has been charged back; it cannot be refunded.`, {
      code: 'charge_disputed',
    })
  return charge
}
