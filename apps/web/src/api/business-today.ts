import { dayIn, type Day } from '@portal/domain/kernel/day'
import { config } from './config.ts'

/** Today in the provider's time zone: decides what is due, overdue and in force. */
export const businessToday = (): Day => dayIn(config.businessTimeZone, new Date())
