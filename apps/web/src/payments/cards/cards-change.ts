import type { Card } from '@portal/domain/payments/cards.schema'

/** The list after the card has become the default, which comes first. */
export function withDefault(cards: readonly Card[], cardId: string): Card[] {
  const changed = cards.map((card) => ({ ...card, isDefault: card.id === cardId }))
  return changed.sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

export function without(cards: readonly Card[], cardId: string): Card[] {
  return cards.filter(({ id }) => id !== cardId)
}
