import { startOfMonth, type Day } from '@portal/domain/kernel/day'
import { businessToday } from '../api/business-today.ts'
import { today } from '../kernel/today.ts'

export interface Days {
  from: Day
  to: Day
}

/** The current month until today. Today for the user or for the books, whichever is earlier: on the first of a month the other statement would be empty. */
export function thisMonth(): Days {
  const to = today() < businessToday() ? today() : businessToday()
  return { from: startOfMonth(to), to }
}
