import { accountRoutes } from './account-routes.ts'
import { chargeRoutes } from './charge-routes.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { paymentIntentRoutes } from './payment-intent-routes.ts'
import { paymentMethodRoutes } from './payment-method-routes.ts'
import { refundRoutes } from './refund-routes.ts'
import type { Route } from './route.ts'
import { setupIntentRoutes } from './setup-intent-routes.ts'
import { tokenRoutes } from './token-routes.ts'

export const allRoutes: Route[] = [
  ...tokenRoutes,
  ...paymentMethodRoutes,
  ...customerRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...checkoutRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...accountRoutes,
]

const patterns = allRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(':id', '(\\w+)')}$`),
}))

/** Returns the route of a call and the value of its `:id`. */
export function matchRoute(method: string | undefined, path: string) {
  for (const { route, pattern } of patterns) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, id: match[1] ?? '' }
  }
  return undefined
}
