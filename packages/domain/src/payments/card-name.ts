const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'China UnionPay',
}

/** A brand as people write it; one we do not know is shown as the provider spells it. */
export function brandName(brand: string): string {
  return brandNames[brand] ?? brand
}

/** `Visa ending in 4242`. */
export function cardName(card: { brand: string; last4Digits: string }): string {
  return `${brandName(card.brand)} ending in ${card.last4Digits}`
}
