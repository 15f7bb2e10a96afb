const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'China UnionPay',
}

/** Returns the usual spelling of a brand; an unknown brand keeps the provider's spelling. */
export function brandName(brand: string): string {
  return brandNames[brand] ?? brand
}

/** Returns a name such as `Visa ending in 4242`. */
export function cardName(card: { brand: string; last4Digits: string }): string {
  return `${brandName(card.brand)} ending in ${card.last4Digits}`
}
