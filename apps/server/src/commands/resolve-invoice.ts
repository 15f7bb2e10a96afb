import { formatMoney } from '@portal/domain/kernel/money'
import { Fault } from '../import/cells.ts'
import { positiveCents } from '../import/amounts.ts'
import { paymentId } from '../import/values.ts'
import { resolveInvoice } from '../invoices/resolve-invoice.ts'
import { inTransaction } from '../platform/database/database.ts'
import { commandAuthor } from './command-author.ts'
import { readArgs, UsageProblem } from './command.ts'
import { printable } from './printing.ts'
import { withDatabase } from './with-database.ts'

/** `portal payments resolve <invoice number> [--company X] <payment id>=<amount> …` */
export async function resolveInvoiceCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { company: { type: 'string' } })
  const [invoiceNumber, ...parts] = positionals
  if (!invoiceNumber || parts.length === 0)
    throw new UsageProblem(
      'Name the invoice, and for each payment the amount its balance contains.',
    )
  const contained = new Map(parts.map(readPart))
  if (contained.size < parts.length) throw new UsageProblem('The same payment is named twice.')
  return withDatabase('payments', async (db) => {
    const order = { invoiceNumber, accountId: values.company, contained, authorIn: commandAuthor }
    const result = await inTransaction(db, (tx) => resolveInvoice(tx, order))
    if ('problem' in result) {
      console.error(printable(result.problem))
      return 1
    }
    const cents = result.balance?.balanceDueCents ?? 0
    const owed =
      cents > 0 ? `${formatMoney(cents, 'USD')} of it can be paid` : 'nothing of it is left to pay'
    console.log(`Invoice ${printable(invoiceNumber)} is explained: ${owed}.`)
    return 0
  })
}

function readPart(part: string): [id: string, cents: number] {
  const [id, amount, ...more] = part.split('=')
  const payment = paymentId.read(id, undefined)
  const cents = positiveCents.read(amount, 'USD')
  if (payment instanceof Fault || cents instanceof Fault || more.length > 0)
    throw new UsageProblem(`${part} is not <payment id>=<amount>, such as …-89ab=100.00.`)
  return [payment, Number(cents)]
}
