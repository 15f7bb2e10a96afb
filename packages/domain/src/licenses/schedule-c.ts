/** The version of the terms that a user accepts by submitting an order; it is stored with the order. */
export const termsVersion = '2026-11'

export const scheduleC: readonly string[] = [
  'By submitting this order you ask for the licenses and services in it on behalf of your company, and agree that they are charged as Schedule C of your agreement sets out.',
  'TT Standard is charged at $735 per user and month, TT Pro at $1,575 per user and month.',
  'A fee of $50 per billing cycle is charged for each company relationship under which any user logs in.',
  'Billing starts on the date on which the license key is activated. A cancellation takes effect as your agreement says, on or after the date you ask for.',
  'You confirm that you may place orders for your company.',
]
