import { plural } from '@portal/domain/kernel/plural'
import { checkMovements } from '../invoices/close-days.ts'
import { UsageProblem, type Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const movementsCommand: Command = {
  usage: 'movements check',
  summary: 'book the lines of invoices that statements lack, as the worker does each hour',
  async run([action, ...more]) {
    if (action !== 'check' || more.length > 0) throw new UsageProblem('Name the action: check.')
    const { lines, invoices } = await withDatabase('movements', checkMovements)
    console.log(`Booked ${plural(lines, 'line')} of ${plural(invoices, 'invoice')}.`)
    return 0
  },
}
