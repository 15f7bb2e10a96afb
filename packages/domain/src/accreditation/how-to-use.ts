/** How a buyer uses an accreditation, for the page after the purchase and for its receipt. */
export const howToUse = (seller: { email: string }) =>
  `To use the accreditation, write to ${seller.email} and include the purchase reference.`
