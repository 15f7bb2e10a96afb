import {
  accountRows,
  autoPayCaution,
  changedAccountText,
  noAccountText,
} from '@portal/domain/invoices/bank-transfer'
import { oneLine, type Block } from '../../documents/documents.ts'
import type { OpenAccount } from '../open-accounts.queries.ts'
import { transferBlock } from './transfer-block.ts'

export interface OpenAccounts {
  accounts: readonly OpenAccount[]
  accountId: string
  /** The address to write to if no account is known. */
  contact: string
}

/** A longer list of numbers would take more space than the account. */
const numbersAtMost = 12

/** Returns how to pay the company's open invoices by bank transfer: one block per account. */
export function openAccountBlocks({ accounts, accountId, contact }: OpenAccounts): Block[] {
  return accounts.map(({ currency, account, changed, invoiceNumbers, isAutoPayOn }) => {
    const isOnly = accounts.filter((one) => one.currency === currency).length === 1
    const invoices = isOnly ? `All open invoices in ${currency}` : listed(invoiceNumbers)
    const rows = account
      ? [
          ...accountRows(account),
          row('Amount', 'Balance due of the invoices that you pay'),
          row('Reference', `${accountId} and the numbers of the invoices that you pay`),
        ]
      : []
    return transferBlock({
      title: `Pay by bank transfer · ${currency}`,
      cautions: [
        ...(isAutoPayOn ? [autoPayCaution('some of these invoices')] : []),
        ...(changed ? [changedAccountText(changed, account)] : []),
      ],
      rows: [row('For', invoices), ...rows],
      note: account ? account.note : noAccountText(currency, contact),
      code: null,
    })
  })
}

const row = (label: string, shown: string) => ({ label, shown, copied: shown })

function listed(numbers: readonly string[]): string {
  const shown = numbers.slice(0, numbersAtMost).map(oneLine).join(', ')
  const more = numbers.length - numbersAtMost
  return more > 0 ? `${shown}, and ${more} more: the portal shows the account of each` : shown
}
