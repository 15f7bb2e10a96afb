import { isExpired } from '@portal/domain/payments/card-expiry'
import type { DefaultCard, NoDefaultCard } from '@portal/domain/payments/cards.schema'

export interface CardOnFile {
  brand: string
  last4: string
  expires: string
  isExpired: boolean
}

/** Reads both shapes of the answer. */
export function cardOnFile(answer: DefaultCard | NoDefaultCard, day: string): CardOnFile | null {
  if (!('last4' in answer) || !answer.last4) return null
  const { brand, last4, expMonth, expYear } = answer
  return {
    brand: brandName(brand),
    last4,
    expires: `${String(expMonth).padStart(2, '0')}/${expYear}`,
    isExpired: isExpired({ expirationMonth: expMonth, expirationYear: expYear }, day),
  }
}

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'China UnionPay',
}

function brandName(brand: string | undefined): string {
  return brandNames[(brand ?? '').toLowerCase()] ?? (brand || 'Card')
}
