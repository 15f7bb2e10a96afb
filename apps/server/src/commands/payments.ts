import { UsageProblem, type Command } from './command.ts'
import { resolveInvoiceCommand } from './resolve-invoice.ts'

export const paymentsCommand: Command = {
  usage: 'payments resolve <invoice number> [--company <accountId>] <payment id>=<amount> …',
  summary: 'say how much of each portal payment the balance of an invoice contains',
  run([action, ...args]) {
    if (action !== 'resolve') throw new UsageProblem('Resolve which invoice?')
    return resolveInvoiceCommand(args)
  },
}
