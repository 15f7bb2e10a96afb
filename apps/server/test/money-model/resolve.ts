import { resolveInvoice } from '../../src/invoices/resolve-invoice.ts'
import { inTransaction } from '../../src/platform/database.ts'
import { systemAuthor } from '../../src/platform/history.ts'
import { isNamed, succeeded, type Company } from './company.ts'
import type { World } from './world.ts'

/** A person explains the balance of the newest record. */
export async function resolve(world: World, company: Company, invoice: number): Promise<void> {
  if (isNamed(company)) return
  const { contained } = company.sent[invoice]!
  const own = succeeded(company).filter((one) => one.invoice === invoice)
  if (own.length === 0 && contained.size === 0) return
  const named = new Map([...own.map(({ id }) => [id, 0] as const), ...contained])
  const order = {
    invoiceNumber: company.numbers[invoice]!,
    accountId: company.accountId,
    contained: named,
    authorIn: (company: string) => systemAuthor(company, 'Model'),
  }
  const result = await inTransaction(world.portal.system, (tx) => resolveInvoice(tx, order))
  // A payment that is not booked here yet cannot be named.
  if ('balance' in result) company.resolved[invoice] = named
  else company.trail.push(`  -> ${result.problem}`)
}
