import { formatDay, parseDay, type Day } from '@portal/domain/kernel/day'
import { decimalString, fromCents, parseCents, toCents } from '@portal/domain/kernel/money'
import type { AutoPaySettings } from '@portal/domain/payments/autopay.schema'

/** The settings as text in their fields; an empty field means no limit. */
export interface SettingsFields {
  capPerCharge: string
  capPerMonth: string
  pausedUntil: string
}
export type SettingsFaults = Partial<Record<keyof SettingsFields, string>>

/** A pause that has ended is shown as an empty field. */
export function fieldsOf(settings: AutoPaySettings, today: Day): SettingsFields {
  const { capPerCharge, capPerMonth, pausedUntil } = settings
  return {
    capPerCharge: capText(capPerCharge),
    capPerMonth: capText(capPerMonth),
    pausedUntil: isPaused(settings, today) && pausedUntil ? formatDay(pausedUntil) : '',
  }
}

export function isPaused({ pausedUntil }: AutoPaySettings, today: Day): boolean {
  return pausedUntil !== null && pausedUntil > today
}

/** Reads the fields. Returns the settings, or an error for each invalid field. */
export function readSettings(
  fields: SettingsFields,
  today: Day,
): { settings: AutoPaySettings } | { faults: SettingsFaults } {
  const charge = readCap(fields.capPerCharge, 9_999_999)
  const month = readCap(fields.capPerMonth, 99_999_999)
  const pause = readPause(fields.pausedUntil, today)
  const faults = {
    ...('fault' in charge && { capPerCharge: charge.fault }),
    ...('fault' in month && { capPerMonth: month.fault }),
    ...('fault' in pause && { pausedUntil: pause.fault }),
  }
  if ('fault' in charge || 'fault' in month || 'fault' in pause) return { faults }
  return {
    settings: { capPerCharge: charge.cap, capPerMonth: month.cap, pausedUntil: pause.day },
  }
}

// Commas only between thousands: `1,50` does not mean $1.50.
const amount = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/

function readCap(text: string, most: number): { cap: number | null } | { fault: string } {
  const typed = text.trim()
  if (typed === '') return { cap: null }
  const cents = amount.test(typed) ? parseCents(typed.replaceAll(/[$,\s]/g, ''), 'USD') : undefined
  if (cents === undefined)
    return { fault: 'Enter an amount in USD with at most two decimals, such as 1,500.00.' }
  if (cents === 0)
    return { fault: 'Enter an amount above zero, or leave the field empty for no cap.' }
  if (cents > toCents(most, 'USD'))
    return {
      fault: `Enter at most ${most.toLocaleString('en-US')}, or leave the field empty for no cap.`,
    }
  return { cap: fromCents(cents, 'USD') }
}

function readPause(text: string, today: Day): { day: Day | null } | { fault: string } {
  if (text.trim() === '') return { day: null }
  const day = parseDay(text)
  if (!day) return { fault: 'Date input not valid.' }
  return day > today ? { day } : { fault: 'Choose a day after today.' }
}

const capText = (cap: number | null) =>
  cap === null ? '' : decimalString(toCents(cap, 'USD'), 'USD')
