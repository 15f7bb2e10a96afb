export const howToUse = (seller: { email: string }) =>
  `To use the accreditation, write to ${seller.email} and include the purchase reference.`
