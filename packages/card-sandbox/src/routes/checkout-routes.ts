import { expireCheckout, findCheckout, upToDate } from '../checkouts.ts'
import { checkoutView } from '../views/checkout-views.ts'
import { refused } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import { checkoutParams, createCheckout } from './create-checkout.ts'
import { paymentPage, payOnPage } from './payment-page.ts'
import type { Route } from './route.ts'

export const checkoutRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    accepts: checkoutParams,
    answer: createCheckout,
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    accepts: [...listParams, 'customer', 'payment_intent', 'status'],
    answer({ account, params }) {
      const customer = params.text('customer')
      const intent = params.text('payment_intent')
      const status = params.text('status')
      const found = account.checkouts
        .newestFirst()
        .map((checkout) => upToDate(account, checkout))
        .filter((one) => !customer || one.customer === customer)
        .filter((one) => !intent || one.paymentIntent === intent)
        .filter((one) => !status || one.status === status)
      return listPage('/v1/checkout/sessions', found, params, (one) => checkoutView(account, one))
    },
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    accepts: [],
    answer: ({ account, id }) => checkoutView(account, findCheckout(account, id)),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    accepts: [],
    answer({ account, id, cause }) {
      const checkout = findCheckout(account, id)
      if (checkout.status !== 'open')
        throw refused(
          `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${checkout.status}.`,
        )
      return checkoutView(account, expireCheckout(account, checkout, cause))
    },
  },
  // Only the embedded page uses these two calls; the provider does not document them.
  {
    method: 'GET',
    path: '/v1/payment_pages/:id',
    accepts: ['client_secret'],
    isForBrowsers: true,
    answer: paymentPage,
  },
  {
    method: 'POST',
    path: '/v1/payment_pages/:id/confirm',
    accepts: ['client_secret', 'email', 'name', 'payment_method'],
    isForBrowsers: true,
    answer: payOnPage,
  },
]
