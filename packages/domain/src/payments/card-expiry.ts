/** Expired when its month is over: the year is past, or it is this year and the month is past. */
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
