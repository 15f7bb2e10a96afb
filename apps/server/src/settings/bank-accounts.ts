import { bankAccountKey } from '@portal/domain/invoices/bank-transfer'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { compileFields } from '../import/compile-shape.ts'
import { bankAccount } from '../import/kinds/bank-account.ts'
import { isJsonObject, type FieldFault } from '../import/record-shape.ts'
import type { Kind } from './setting.ts'

/** Bank accounts by subsidiary and currency. */
export type BankAccounts = ReadonlyMap<string, BankAccount>

const { fields, rule, example } = bankAccount
const names = Object.keys(fields)
const readFields = compileFields(fields)

/** Returns the list, or the fault of its first invalid account. */
function readAccounts(text: string): BankAccounts | string {
  if (text === '') return new Map()
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return 'it is not valid JSON'
  }
  if (!Array.isArray(list)) return 'it is not a list: it must begin with ['
  const accounts = new Map<string, BankAccount>()
  for (const [at, one] of list.entries()) {
    const faults: FieldFault[] = []
    const read = readAccount(one, faults)
    const key = bankAccountKey(read['subsidiary'] ?? '', read['currencyIsoCode'] ?? '')
    const [fault] = faults
    if (fault) return `of account ${at + 1}, ${fault.field} ${fault.reason}`
    if (accounts.has(key))
      return `account ${at + 1} has the subsidiary and currency of an earlier one`
    const { subsidiary: _, currencyIsoCode: __, ...account } = read
    accounts.set(key, account as BankAccount)
  }
  return accounts
}

function readAccount(one: unknown, faults: FieldFault[]): Record<string, string> {
  if (!isJsonObject(one)) {
    faults.push({ field: 'it', reason: 'is not an object' })
    return {}
  }
  // Cells equal the values here, because no value of an account needs an escape.
  const cells = readFields(one, undefined, faults).split('\t')
  const broken = faults.length ? undefined : rule?.(one)
  if (broken) faults.push(broken)
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
}

export const bankAccounts: Kind<BankAccounts> = () => ({
  accepts:
    'a JSON list of bank accounts, each with the fields of a bankAccount record (docs/records.md)',
  example: JSON.stringify([
    Object.fromEntries(Object.entries(example).filter(([, value]) => value !== '')),
  ]),
  parse(text) {
    const read = readAccounts(text)
    return typeof read === 'string' ? undefined : read
  },
  problem(text) {
    const read = readAccounts(text)
    return typeof read === 'string' ? read : undefined
  },
})
