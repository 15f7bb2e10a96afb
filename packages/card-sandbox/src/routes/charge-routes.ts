import { newId } from '../ids.ts'
import type { RefundRecord } from '../state/records.ts'
import { refundView } from '../views/after-payment-views.ts'
import { chargeView } from '../views/charge-view.ts'
import { badParameter, missing, refused } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import { search, searchParams } from './search.ts'
import type { Call, Route } from './route.ts'

export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges/search',
    accepts: searchParams,
    answer: (call) => search(call, 'charges', call.account.charges.newestFirst(), chargeView),
  },
  {
    method: 'GET',
    path: '/v1/charges',
    accepts: [...listParams, 'customer', 'payment_intent'],
    answer({ account, params }) {
      const customer = params.text('customer')
      const intent = params.text('payment_intent')
      const found = account.charges
        .newestFirst()
        .filter((charge) => !customer || charge.customer === customer)
        .filter((charge) => !intent || charge.paymentIntent === intent)
      return listPage('/v1/charges', found, params, chargeView)
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    accepts: [],
    answer({ account, id }) {
      const charge = account.charges.get(id)
      if (!charge) throw missing('charge', id)
      return chargeView(charge)
    },
  },
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
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    accepts: [],
    answer({ account, id }) {
      const found = account.refunds.get(id)
      if (!found) throw missing('refund', id)
      return refundView(found)
    },
  },
]

function refund(call: Call) {
  const { account, params, cause } = call
  const charge = findRefundable(call)
  const left = charge.amount - charge.amountRefunded
  const amount = params.integer('amount') ?? left
  if (left <= 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount <= 0)
    throw badParameter('amount', 'parameter_invalid_integer', 'Amount must be at least 1')
  if (amount > left)
    throw refused(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ` +
        `($${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    )
  const made: RefundRecord = account.refunds.put({
    id: newId('re_3'),
    created: account.now(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: params.metadata(),
  })
  const amountRefunded = charge.amountRefunded + amount
  const refunded = account.charges.put({ ...charge, amountRefunded })
  account.emit('refund.created', refundView(made), cause)
  account.emit('charge.refunded', chargeView(refunded), cause)
  return refundView(made)
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
  const charge = account.charges.get(chargeId ?? account.paymentIntents.get(intentId)?.latestCharge)
  if (!charge) throw missing('charge', chargeId ?? intentId ?? '', 'charge')
  if (charge.status !== 'succeeded')
    throw refused(`Charge ${charge.id} has failed and cannot be refunded.`, { param: 'charge' })
  return charge
}
