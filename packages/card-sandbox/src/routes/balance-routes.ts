import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { hasTakenMoney } from '../disputes.ts'
import type { Route } from './route.ts'

export const balanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    accepts: [],
    answer: ({ account }) =>
      ({
        object: 'balance',
        available: available(account),
        livemode: false,
        pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
      }) satisfies Stripe.Balance,
  },
]

/** Returns what was paid, less refunds and disputes. There are no fees. */
function available(account: Account) {
  const sums = new Map([['usd', 0]])
  const add = (currency: string, amount: number) =>
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  for (const charge of account.charges.newestFirst())
    if (charge.status === 'succeeded') add(charge.currency, charge.amount - charge.amountRefunded)
  for (const dispute of account.disputes.newestFirst())
    if (hasTakenMoney(dispute)) add(dispute.currency, -dispute.amount)
  return [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }))
}
