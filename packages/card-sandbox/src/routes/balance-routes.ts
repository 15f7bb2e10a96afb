import type Stripe from 'stripe'
import type { Route } from './route.ts'

export const balanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    accepts: [],
    answer({ account }) {
      const amount = account.charges
        .newestFirst()
        .filter((charge) => charge.status === 'succeeded')
        .reduce((total, charge) => total + charge.amount - charge.amountRefunded, 0)
      return {
        object: 'balance',
        available: [{ amount, currency: 'usd', source_types: { card: amount } }],
        livemode: false,
        pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
      } satisfies Stripe.Balance
    },
  },
]
