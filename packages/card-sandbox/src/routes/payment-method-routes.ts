import type { Account } from '../account.ts'
import { readCard, refuseExpiry } from '../card-details.ts'
import { findCustomer, findPaymentMethod, newPaymentMethod, useToken } from '../find.ts'
import { attachCard } from '../saving-cards.ts'
import type { PaymentMethodRecord } from '../state/records.ts'
import { customerView } from '../views/customer-view.ts'
import { paymentMethodView } from '../views/payment-method-view.ts'
import { badParameter, refused } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import { changed, type Params } from '../wire/params.ts'
import { readAddress } from './customer-routes.ts'
import type { Route } from './route.ts'

export const paymentMethodRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    accepts: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'],
    isForBrowsers: true,
    answer({ account, params }) {
      params.requiredText('type')
      params.oneOf('type', ['card'])
      const card = params.nested('card')
      if (!card) throw badParameter('card', 'parameter_missing', 'Missing required param: card.')
      const token = card.text('token')
      const details = token ? useToken(account, token) : readCard(card, account.today())
      const method = withChanges(newPaymentMethod(account, details), params)
      return paymentMethodView(account.paymentMethods.put(method))
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    accepts: [...listParams, 'customer', 'type'],
    answer({ account, params }) {
      const customer = params.requiredText('customer')
      findCustomer(account, customer, 'customer')
      const cards = account.paymentMethods.newestFirst()
      const theirs = cards.filter((card) => card.customer === customer)
      return listPage('/v1/payment_methods', theirs, params, paymentMethodView)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    accepts: [],
    answer: ({ account, id }) => paymentMethodView(findPaymentMethod(account, id)),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    accepts: ['billing_details', 'card', 'metadata', 'allow_redisplay'],
    answer({ account, id, params, cause }) {
      const former = findPaymentMethod(account, id)
      if (!former.customer)
        throw refused('You must save this PaymentMethod to a customer before you can update it.', {
          code: 'payment_method_unexpected_state',
        })
      const method = withNewExpiry(account, withChanges(former, params), params.nested('card'))
      account.paymentMethods.put(method)
      account.emit('payment_method.updated', paymentMethodView(method), cause)
      return paymentMethodView(method)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    accepts: ['customer'],
    answer({ account, id, params, cause }) {
      const customer = params.requiredText('customer')
      return paymentMethodView(attachCard(account, findPaymentMethod(account, id), customer, cause))
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    accepts: [],
    answer({ account, id, cause }) {
      const method = findPaymentMethod(account, id)
      const customer = account.customers.get(method.customer)
      if (!customer)
        throw refused(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
          { code: 'payment_method_unexpected_state' },
        )
      if (customer.defaultPaymentMethod === method.id) {
        const without = account.customers.put({ ...customer, defaultPaymentMethod: null })
        account.emit('customer.updated', customerView(without), cause)
      }
      const detached = account.paymentMethods.put({ ...method, customer: null, isSpent: true })
      account.emit('payment_method.detached', paymentMethodView(detached), cause)
      return paymentMethodView(detached)
    },
  },
]

function withChanges(former: PaymentMethodRecord, params: Params): PaymentMethodRecord {
  const billing = params.nested('billing_details')
  const address = readAddress(billing?.nested('address')) ?? former.address
  return {
    ...former,
    card: {
      ...former.card,
      name: changed(billing?.text('name'), former.card.name),
      postalCode: address?.postal_code ?? former.card.postalCode,
    },
    email: changed(billing?.text('email'), former.email),
    phone: changed(billing?.text('phone'), former.phone),
    address,
    metadata: params.metadata(former.metadata),
  }
}

/** A renewed card keeps its number and gets a later expiry. */
function withNewExpiry(account: Account, method: PaymentMethodRecord, card: Params | undefined) {
  if (!card) return method
  const expMonth = card.integer('exp_month') ?? method.card.expMonth
  const expYear = card.integer('exp_year') ?? method.card.expYear
  refuseExpiry(expMonth, expYear, account.today())
  return { ...method, card: { ...method.card, expMonth, expYear } }
}
