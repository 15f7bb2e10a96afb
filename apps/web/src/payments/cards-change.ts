import type { Card } from '@portal/domain/payments/cards.schema'

/** The list as it will be once the card is the default one, which comes first. */
export function withDefault(cards: readonly Card[], cardId: string): Card[] {
  const changed = cards.map((card) => ({ ...card, isDefault: card.id === cardId }))
  return changed.sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

export function without(cards: readonly Card[], cardId: string): Card[] {
  return cards.filter(({ id }) => id !== cardId)
}
