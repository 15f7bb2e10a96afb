import { autoPayWords, type AutoPayWords } from '@portal/domain/payments/autopay-sentence'
import type { Tx } from '../../platform/database/database.ts'
import { findAutomaticStop } from '../charge/charging-stop.ts'
import { findEnrolment } from './autopay.queries.ts'
import { planOfCompany } from './plan-autopay.ts'

/** Returns what AutoPay does with the open invoices of a company, by number; of none if the company is not enrolled. */
export async function readAutoPayWords(
  tx: Tx,
  accountId: string,
  limitCents: number,
): Promise<Map<string, AutoPayWords>> {
  const words = new Map<string, AutoPayWords>()
  if (!(await findEnrolment(tx, accountId))) return words
  const isStopped = (await findAutomaticStop(tx)) !== undefined
  for (const one of (await planOfCompany(tx, accountId, limitCents)).planned) {
    const said = autoPayWords(one, isStopped)
    if (said) words.set(one.invoice.invoiceNumber, said)
  }
  return words
}
