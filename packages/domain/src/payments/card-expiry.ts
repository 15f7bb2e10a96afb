/** A card has expired when its month is over. */
export function isExpired(
  card: { expirationMonth: number; expirationYear: number },
  today: string,
): boolean {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  return (
    card.expirationYear < year || (card.expirationYear === year && card.expirationMonth < month)
  )
}
