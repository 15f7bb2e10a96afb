import { isExpired } from '@portal/domain/payments/card-expiry'
import type { Card, DefaultCard, NoDefaultCard } from '@portal/domain/payments/cards.schema'

export interface CardOnFile {
  /** Unknown if only the default card was fetched. */
  id?: string
  brand: string
  last4: string
  expires: string
  isExpired: boolean
}

/** Returns a card of the list as a card on file. */
export const cardOf = (card: Card, day: string): CardOnFile => ({
  id: card.id,
  brand: brandName(card.brand),
  last4: card.last4Digits,
  expires: expiryText(card.expirationMonth, card.expirationYear),
  isExpired: isExpired(card, day),
})

const expiryText = (month: number, year: number) => `${String(month).padStart(2, '0')}/${year}`

/** Reads both response types. */
export function cardOnFile(answer: DefaultCard | NoDefaultCard, day: string): CardOnFile | null {
  if (!('last4' in answer) || !answer.last4) return null
  const { brand, last4, expMonth, expYear } = answer
  return {
    brand: brandName(brand),
    last4,
    expires: expiryText(expMonth, expYear),
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
