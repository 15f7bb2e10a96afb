import { chargeView } from '../views/charge-view.ts'
import { listPage, listParams } from '../wire/listing.ts'
import type { Route } from './route.ts'

export const chargeRoutes: Route[] = [
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
]
