import type Stripe from 'stripe'
import { accountId } from '../account.ts'
import { descriptorPrefix } from '../statement-descriptor.ts'
import type { Route } from './route.ts'

export const accountRoutes: Route[] = [
  { method: 'GET', path: '/v1/account', accepts: [], answer: ownAccount },
]

/** The account does not show the test mode; the key and `livemode` of all other objects do. */
function ownAccount() {
  return {
    id: accountId,
    object: 'account',
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    payouts_enabled: true,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: descriptorPrefix,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: 'Card sandbox', timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: descriptorPrefix,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
    },
    type: 'standard',
  } satisfies Stripe.Account
}
