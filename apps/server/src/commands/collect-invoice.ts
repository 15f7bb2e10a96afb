import { collectInvoice } from '../invoices/collect-invoice.ts'
import { inTransaction } from '../platform/database/database.ts'
import { commandAuthor } from './command-author.ts'
import { readArgs, UsageProblem } from './command.ts'
import { printable } from './printing.ts'
import { withDatabase } from './with-database.ts'

/** `portal payments collect <invoice number> [--company X]` */
export async function collectInvoiceCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { company: { type: 'string' } })
  const [invoiceNumber, ...more] = positionals
  if (!invoiceNumber || more.length > 0) throw new UsageProblem('Name the invoice.')
  return withDatabase('payments', async (db) => {
    const order = { invoiceNumber, accountId: values.company, authorIn: commandAuthor }
    const result = await inTransaction(db, (tx) => collectInvoice(tx, order))
    if ('problem' in result) {
      console.error(printable(result.problem))
      return 1
    }
    console.log(
      `Invoice ${printable(invoiceNumber)} of ${result.accountId}: AutoPay and payments of several invoices include it again.`,
    )
    return 0
  })
}
