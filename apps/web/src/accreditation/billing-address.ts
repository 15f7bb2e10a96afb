import type { CheckoutRequest } from '@portal/domain/accreditation/accreditation.schema'
import type { StripeAddressElementChangeEvent } from '@stripe/stripe-js'

/** The address as the provider's element reports it. */
export type BillingAddress = StripeAddressElementChangeEvent['value']

/** Returns the address with the field names of the call. */
export function checkoutRequest(
  productId: string,
  { name, address }: BillingAddress,
): CheckoutRequest {
  const { line1, line2, city, state, postal_code, country } = address
  return {
    productId,
    name: name.trim(),
    line1: line1.trim(),
    ...(line2 && { line2: line2.trim() }),
    city,
    state,
    postal_code,
    country,
  }
}
