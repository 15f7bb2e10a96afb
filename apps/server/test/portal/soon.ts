import { addDays, type Day } from '@portal/domain/kernel/day'

/** The UTC day so many days from today, or before it. */
export const soon = (days: number): Day => addDays(new Date().toISOString().slice(0, 10), days)
