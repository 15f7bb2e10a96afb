import { addDays, type Day } from '@portal/domain/kernel/day'

/** The UTC day this many days after today, or before today. */
export const soon = (days: number): Day => addDays(new Date().toISOString().slice(0, 10), days)
