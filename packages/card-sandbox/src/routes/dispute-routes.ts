import { disputeView } from '../views/after-payment-views.ts'
import { listPage, listParams } from '../wire/listing.ts'
import type { Route } from './route.ts'

export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    accepts: [...listParams, 'charge', 'payment_intent'],
    answer({ account, params }) {
      const charge = params.text('charge')
      const intent = params.text('payment_intent')
      const found = account.disputes
        .newestFirst()
        .filter((dispute) => !charge || dispute.charge === charge)
        .filter((dispute) => !intent || dispute.paymentIntent === intent)
      return listPage('/v1/disputes', found, params, disputeView)
    },
  },
]
