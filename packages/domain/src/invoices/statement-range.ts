import { parseDay, type Day } from '../kernel/day.ts'

export const statementTexts = {
  missing: 'Please provide all required fields.',
  invalid: 'Failed to fetch statement. Please check your input.',
} as const

export type StatementRange = { from: Day; to: Day } | { refusal: string }

/** Reads the two days of a statement. Refuses a range that is missing, invalid or reversed. */
export function statementRange(start: string | undefined, end: string | undefined): StatementRange {
  if (!start?.trim() || !end?.trim()) return { refusal: statementTexts.missing }
  const from = parseDay(start)
  const to = parseDay(end)
  if (!from || !to || from > to) return { refusal: statementTexts.invalid }
  return { from, to }
}
