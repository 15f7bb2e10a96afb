/** A month `YYYY-MM`, compared and sorted as text. */
export type Month = string

/** Returns the month this many months later, or earlier if negative. */
export function addMonths(month: Month, count: number): Month {
  const months = numberOf(month) + count
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Returns how many months `later` is after `month`. */
export const monthsBetween = (month: Month, later: Month): number =>
  numberOf(later) - numberOf(month)

const numberOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
