import { readCard } from '../card-details.ts'
import { findPaymentMethod, newPaymentMethod, useToken } from '../find.ts'
import type { PaymentMethodRecord } from '../state/records.ts'
import { customerView } from '../views/customer-view.ts'
import { paymentMethodView } from '../views/payment-method-view.ts'
import { badParameter, refused } from '../wire/api-error.ts'
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
    path: '/v1/payment_methods/:id',
    accepts: [],
    answer: ({ account, id }) => paymentMethodView(findPaymentMethod(account, id)),
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
