import { currency } from '../amounts.ts'
import {
  accountNumber,
  areOfOneCountry,
  bankText,
  bic,
  iban,
  routingNumber,
  sortCode,
} from '../bank-values.ts'
import { mergeRows } from './merge-rows.ts'
import type { Kind } from '../kind.ts'
import { optional, required, type FieldFault, type JsonObject } from '../record-shape.ts'

const compact = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[ -]/g, '').toUpperCase() : ''

const numbers = ['iban', 'accountNumber', 'bic', 'routingNumber', 'sortCode'] as const
type Numbers = Record<(typeof numbers)[number], string>
const fault = (field: keyof Numbers, reason: string): FieldFault => ({ field, reason })

/** Checks that the details together identify one account for a payer's bank, because a payer may use any of them. */
function togetherRule(record: JsonObject): FieldFault | undefined {
  const given = Object.fromEntries(numbers.map((name) => [name, compact(record[name])])) as Numbers
  return missingNumber(given) ?? contradiction(given)
}

function missingNumber(given: Numbers): FieldFault | undefined {
  if (!given.iban && !given.accountNumber)
    return fault('iban', 'is missing, and so is accountNumber: one of them is needed')
  if (!given.iban && !given.bic && !given.routingNumber && !given.sortCode)
    return fault('bic', 'is missing: without it, an accountNumber alone does not name the bank')
  if (given.routingNumber && !given.accountNumber)
    return fault('accountNumber', 'is missing: a routingNumber needs it')
  if (given.sortCode && !/^\d{8}$/.test(given.accountNumber))
    return fault('accountNumber', 'is not of 8 digits, as it must be with a sortCode')
  return undefined
}

function contradiction(given: Numbers): FieldFault | undefined {
  const { iban, accountNumber, bic, routingNumber, sortCode } = given
  if (routingNumber && sortCode)
    return fault('sortCode', 'is of another country than the routingNumber')
  if (routingNumber && iban)
    return fault('iban', 'is of another country than the routingNumber: the United States has none')
  if (sortCode && iban && !iban.startsWith('GB'))
    return fault('iban', 'is of another country than the sortCode')
  const country = routingNumber ? 'US' : sortCode ? 'GB' : iban.slice(0, 2)
  if (country && bic && !areOfOneCountry(country, bic))
    return fault(
      'bic',
      `is of another country than the ${iban ? 'IBAN' : routingNumber ? 'routingNumber' : 'sortCode'}`,
    )
  if (sortCode && iban && !iban.endsWith(sortCode + accountNumber))
    return fault('iban', 'is of another account than sortCode and accountNumber')
  const isPart = accountNumber.length > 4 && iban.slice(4).includes(accountNumber)
  if (iban && accountNumber && !isPart)
    return fault('accountNumber', 'is not the number that the IBAN contains: send only the IBAN')
  return undefined
}

export const bankAccount: Kind = {
  record: 'bankAccount',
  table: 'import_bank_account',
  scope: 'records:bank',
  sentence:
    'An account to which customers transfer money, for one selling company and one currency.',
  rules: [
    'It replaces an account of the setting `BANK_ACCOUNTS` with the same `subsidiary` and `currencyIsoCode`.',
    'Either `iban` or `accountNumber` is needed; an `accountNumber` alone also needs `bic`, `routingNumber` or `sortCode`.',
    'All given numbers must be of one country and one account: an `iban` contains the `sortCode` and the `accountNumber`, and has no `routingNumber`.',
    'Texts need a letter or digit; invisible characters and those that change the direction of text are rejected.',
    'A change is valid for customers once a super admin has confirmed it; until then they see the former account and the change. The super admins get an email.',
    'Accounts that are sent when no account has ever been stored need no confirmation, unless they differ from the setting.',
  ],
  example: {
    subsidiary: 'MTS-EU',
    currencyIsoCode: 'EUR',
    beneficiary: 'Example Software GmbH',
    beneficiaryAddress: 'Hafenstrasse 12, 60311 Frankfurt, Germany',
    bankName: 'Example Bank AG',
    bankAddress: 'Bankplatz 1, 60311 Frankfurt, Germany',
    iban: 'DE89370400440532013000',
    accountNumber: '',
    bic: 'COBADEFFXXX',
    routingNumber: '',
    sortCode: '',
    note: 'Transfers arrive after two working days.',
  },
  key: { sql: 'key', fields: ['currencyIsoCode', 'subsidiary'] },
  fields: {
    subsidiary: optional(
      'subsidiary text',
      { ...bankText(300), names: 'subsidiary' },
      'Code of the selling company, as in invoices; absent: for invoices without one.',
    ),
    currencyIsoCode: required('currency text', currency, 'Currency of the transfers.'),
    beneficiary: required(
      'beneficiary text',
      bankText(140, 1),
      'Name of the account holder. Above 70 characters there is no QR code.',
    ),
    beneficiaryAddress: optional(
      'beneficiary_address text',
      bankText(300),
      'Address of the account holder, which banks of some countries require.',
    ),
    bankName: required('bank_name text', bankText(140, 1), 'Name of the bank.'),
    bankAddress: optional('bank_address text', bankText(300), 'Address of the bank.'),
    iban: optional('iban text', iban, 'IBAN; spaces are removed.'),
    accountNumber: optional(
      'account_number text',
      accountNumber,
      'National account number; spaces are removed.',
    ),
    bic: optional('bic text', bic, 'BIC (SWIFT code) of the bank.'),
    routingNumber: optional(
      'routing_number text',
      routingNumber,
      'Routing number (ABA) of a bank in the United States.',
    ),
    sortCode: optional('sort_code text', sortCode, 'Sort code of a bank in the United Kingdom.'),
    note: optional('note text', bankText(500), 'Further information for payers.'),
  },
  rule: togetherRule,
  // Generated as in bank_account.
  extraColumns: [
    `key text generated always as (
       case subsidiary when '' then currency else subsidiary || ' ' || currency end) stored`,
  ],
  checks: [],
  merge: mergeRows({
    staged: 'import_bank_account',
    table: 'bank_account',
    key: ['subsidiary', 'currency'],
    columns: [
      'beneficiary',
      'beneficiary_address',
      'bank_name',
      'bank_address',
      'iban',
      'account_number',
      'bic',
      'routing_number',
      'sort_code',
      'note',
    ],
  }),
}
