import type { Account, Cause } from './account.ts'
import { newId } from './ids.ts'
import type { CheckoutRecord } from './state/records.ts'
import { checkoutView } from './views/checkout-views.ts'
import { missing } from './wire/api-error.ts'

/** Returns the current state of a checkout. A checkout whose time has passed expires when it is read. */
export function findCheckout(account: Account, id: string): CheckoutRecord {
  const found = account.checkouts.get(id)
  if (!found) throw missing('checkout.session', id, 'session')
  return upToDate(account, found)
}

export function upToDate(account: Account, checkout: CheckoutRecord): CheckoutRecord {
  if (checkout.status !== 'open' || checkout.expiresAt > account.now()) return checkout
  return expireCheckout(account, checkout, { requestId: newId('req_', 14), idempotencyKey: null })
}

export function expireCheckout(account: Account, checkout: CheckoutRecord, cause: Cause) {
  const expired = account.checkouts.put({ ...checkout, status: 'expired' })
  account.emit('checkout.session.expired', checkoutView(account, expired), cause)
  return expired
}

/** Completes the checkout of an intent that has succeeded, even if its page was closed. */
export function completeCheckout(account: Account, paymentIntent: string, cause: Cause) {
  const checkout = account.checkouts
    .newestFirst()
    .find((one) => one.paymentIntent === paymentIntent && one.status === 'open')
  if (!checkout) return
  const complete = account.checkouts.put({ ...checkout, status: 'complete' })
  account.emit('checkout.session.completed', checkoutView(account, complete), cause)
}
