import * as ibantools from 'ibantools'
import { Fault, type Cell, type ValueType } from './cells.ts'
import { key } from './values.ts'

/** Characters that would show a payer a different text than the stored one, or nothing. */
const hidden = '\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Default_Ignorable_Code_Point}'
const isHidden = new RegExp(`[${hidden}]`, 'u')
const visible = '[\\p{L}\\p{N}]'
const isVisible = new RegExp(visible, 'u')
const accepted = `[^\\x00-\\x1f\\\\\\x7f-\\x9f${hidden}]*`

/** One line of text that bank forms accept unchanged, because it is copied from the screen and from paper. */
export function bankText(longest: number, shortest: 0 | 1 = 0): ValueType {
  const { schema, read } = key(longest)
  const backslash = new Fault('contains a backslash, which banks do not accept')
  const invisible = new Fault(
    'contains an invisible character, or one that changes the direction of text',
  )
  const blank = new Fault('has neither a letter nor a digit')
  return {
    words: `one line of text, ${shortest ? '1 to' : 'at most'} ${longest} characters, with a letter or digit, without backslashes and invisible characters`,
    schema: {
      ...schema,
      pattern: `^${accepted}${visible}${accepted}$${shortest ? '' : '|^$'}`,
      minLength: shortest,
    },
    read(value, currency) {
      if (value === '' && !shortest) return ''
      if (typeof value === 'string' && isHidden.test(value)) return invisible
      const cell = read(value, currency)
      if (cell instanceof Fault || typeof value !== 'string') return cell
      if (value.includes('\\')) return backslash
      return isVisible.test(value) ? cell : blank
    },
  }
}

/** Reads a value without spaces and in capitals. */
function compact(pattern: RegExp, words: string, judge: (text: string) => Cell): ValueType {
  return {
    words,
    schema: { type: 'string', pattern: pattern.source },
    read(value) {
      if (value === '') return ''
      if (typeof value !== 'string') return new Fault('is not a text')
      if (!pattern.test(value)) return new Fault(`is not ${words}`)
      return judge(value.replaceAll(' ', '').toUpperCase())
    },
  }
}

const { ValidationErrorsIBAN: wrong } = ibantools
const ibanFaults: [code: number, reason: string][] = [
  [wrong.NoIBANCountry, 'begins with no country that has IBANs'],
  [wrong.WrongBBANLength, 'has the wrong length for its country'],
  [wrong.WrongBBANFormat, 'has letters or digits in places where its country has none'],
  [
    wrong.WrongIBANChecksum,
    'has a wrong checksum: probably two digits are swapped, or one is wrong',
  ],
  [wrong.WrongAccountBankBranchChecksum, 'has a wrong checksum of its bank or account'],
  [wrong.QRIBANNotAllowed, 'is a QR-IBAN, which takes no transfers with a free reference'],
]

export const iban = compact(
  /^$|^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{8,40}$/,
  'an IBAN, such as DE89 3704 0044 0532 0130 00',
  (text) => {
    const { errorCodes } = ibantools.validateIBAN(text, { allowQRIBAN: false })
    const [, reason] = ibanFaults.find(([code]) => errorCodes.includes(code)) ?? []
    if (reason) return new Fault(reason)
    return errorCodes.length > 0 ? new Fault('is not an IBAN') : text
  },
)

export const bic = compact(
  /^$|^[A-Za-z0-9]{4}[A-Za-z]{2}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/,
  'a BIC of 8 or 11 characters, such as COBADEFFXXX',
  (text) =>
    ibantools.isValidBIC(text)
      ? text
      : new Fault(
          'is not a BIC: its fifth and sixth letters name no country, or its bank has no letters',
        ),
)

export const accountNumber = compact(
  /^$|^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,32}[A-Za-z0-9])?$/,
  'an account number: letters, digits, spaces and hyphens, at most 34',
  (text) => text,
)

export const sortCode = compact(
  /^$|^[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{2}$/,
  'a sort code of 6 digits, such as 12-34-56',
  (text) => text.replaceAll('-', ''),
)

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
/** The prefixes that are assigned: Federal Reserve districts, thrift institutions, electronic payments, traveler's checks. */
const assigned = /^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

export const routingNumber = compact(
  /^$|^[0-9]{9}$/,
  'a routing number of 9 digits, such as 021000021',
  (text) => {
    const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
    if (sum % 10 !== 0) return new Fault('has a wrong checksum: at least one digit is wrong')
    return assigned.test(text) ? text : new Fault('begins with two digits that no bank has')
  },
)

/** Banks in these places have a BIC of their own country, but accounts of another country. */
const accountCountries: Record<string, string> = Object.fromEntries([
  ...['GF', 'GP', 'MQ', 'RE', 'PF', 'TF', 'YT', 'NC', 'BL', 'MF', 'PM', 'WF'].map((one) => [
    one,
    'FR',
  ]),
  ...['IM', 'JE', 'GG'].map((one) => [one, 'GB']),
  ...['AS', 'GU', 'MP', 'PR', 'VI'].map((one) => [one, 'US']),
])

/** Whether a BIC and an account of the country can belong together. */
export function areOfOneCountry(country: string, ofBic: string): boolean {
  const found = ofBic.slice(4, 6)
  return country === found || country === accountCountries[found]
}
