import { brandOf, passesLuhn } from '../brands.ts'

/** The values of the card's fields: digits only, except the postal code. */
export type CardEntry = { number: string; expiry: string; cvc: string; postalCode: string }
export type Field = keyof CardEntry

export type EntryError = { type: 'validation_error'; code: string; message: string; field: Field }

/** Returns the least and the most digits of a number of the brand. */
export function digitsOf(number: string): [least: number, most: number] {
  const brand = brandOf(number)
  if (brand === 'amex') return [15, 15]
  if (brand === 'diners' && number.startsWith('36')) return [14, 14]
  return brand === 'unionpay' ? [16, 19] : [16, 16]
}

export const cvcDigits = (number: string) => (brandOf(number) === 'amex' ? 4 : 3)

/** Formats a number in groups, as it is printed on cards. */
export function formatNumber(number: string) {
  const groups = ['amex', 'diners'].includes(brandOf(number)) && digitsOf(number)[1] < 16
  const pattern = groups ? /^(\d{1,4})(\d{1,6})?(\d+)?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d+)?/
  return pattern.exec(number)?.slice(1).filter(Boolean).join(' ') ?? ''
}

/** Reads a typed expiry. A first digit above 1 must be a complete month. */
export function readExpiry(text: string) {
  const digits = text.replaceAll(/\D/g, '')
  return (/^[2-9]/.test(digits) ? `0${digits}` : digits).slice(0, 4)
}

export function formatExpiry(expiry: string) {
  return expiry.length < 2 ? expiry : `${expiry.slice(0, 2)} / ${expiry.slice(2)}`
}

/** Returns what is wrong with a complete field. */
export function fieldProblem(field: Field, entry: CardEntry, today: Date): EntryError | undefined {
  if (field === 'number') {
    const isWhole = entry.number.length >= digitsOf(entry.number)[0]
    if (isWhole && !passesLuhn(entry.number))
      return problem(field, 'invalid_number', 'Your card number is invalid.')
  }
  return field === 'expiry' && entry.expiry.length === 4
    ? expiryProblem(entry.expiry, today)
    : undefined
}

function expiryProblem(expiry: string, today: Date) {
  const wrong = (code: string, words: string) => problem('expiry', code, words)
  const month = Number(expiry.slice(0, 2))
  const year = 2000 + Number(expiry.slice(2))
  if (month < 1 || month > 12)
    return wrong('invalid_expiry_month', "Your card's expiration date is invalid.")
  if (year < today.getFullYear())
    return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year === today.getFullYear() && month < today.getMonth() + 1)
    return wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  return year > today.getFullYear() + 50
    ? wrong('invalid_expiry_year', "Your card's expiration year is invalid.")
    : undefined
}

const gaps: Record<Field, [code: string, words: string]> = {
  number: ['incomplete_number', 'Your card number is incomplete.'],
  expiry: ['incomplete_expiry', "Your card's expiration date is incomplete."],
  cvc: ['incomplete_cvc', "Your card's security code is incomplete."],
  postalCode: ['incomplete_zip', 'Your postal code is incomplete.'],
}

/** Returns what is missing in a field that was left or sent incomplete. */
export function fieldGap(field: Field, entry: CardEntry): EntryError | undefined {
  const { number } = entry
  const least = { number: digitsOf(number)[0], expiry: 4, cvc: cvcDigits(number), postalCode: 3 }
  return entry[field].trim().length < least[field] ? problem(field, ...gaps[field]) : undefined
}

function problem(field: Field, code: string, message: string): EntryError {
  return { type: 'validation_error', code, message, field }
}
