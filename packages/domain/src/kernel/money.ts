/** Whole minor units (cents) of a currency; safe as a number up to 9,999,999,999.99. */
export type Cents = number

const formats = new Map<string, Intl.NumberFormat>()

/** `$1,234.50`, `-€12.00`: en-US, always two decimals, each amount in its own currency. */
export function formatMoney(cents: Cents, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = moneyFormat(currency)
    formats.set(currency, format)
  }
  return format.format(cents / 100)
}

function moneyFormat(currency: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
}

/** `1,234.50` without a currency sign, for columns that name the currency once. */
export function formatAmount(cents: Cents): string {
  return (cents / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}

/** `1234.50`: plain digits for CSV and for the wire, exact for every amount the portal holds. */
export function decimalString(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Wire amounts are decimal numbers; c / 100 * 100 is not c for one amount in eight, so round. */
export function toCents(amount: number): Cents {
  return Math.round(amount * 100)
}

const decimal = /^[+-]?\d{1,10}(\.\d{1,2})?$/

/**
 * Reads a decimal string or number with at most two decimals within +/-9,999,999,999.99.
 * Nothing comes back for anything else: no rounding, no float arithmetic.
 */
export function parseCents(value: string | number): Cents | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (!decimal.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return text.startsWith('-') && cents !== 0 ? -cents : cents
}
