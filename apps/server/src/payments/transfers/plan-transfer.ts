import { autoPayCaution, bankAccountKey } from '@portal/domain/invoices/bank-transfer'
import { transferParts } from '@portal/domain/invoices/transfer-notice'
import type { TransferPlan } from '@portal/domain/invoices/transfers.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Config } from '../../config.ts'
import { shownAccount } from '../../invoices/bank-transfer.ts'
import { epcText } from '../../invoices/epc-text.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { readCredits, readTransferInvoices, requireAnnounceable } from './read-transfer.ts'

/** Returns how to pay invoices by one transfer, less the credits that the payer deducts. */
export async function planTransfer(
  tx: Tx,
  scope: Scope,
  config: Config,
  { invoiceIds, deducted }: { invoiceIds: readonly string[]; deducted: readonly string[] },
): Promise<TransferPlan> {
  const invoices = (await readTransferInvoices(tx, scope, invoiceIds))!
  requireAnnounceable(invoices)
  const [{ currency, subsidiary, account: recorded }] = invoices as [(typeof invoices)[0]]
  const credits = await readCredits(tx, scope, { currency, subsidiary })
  const used = credits.filter(({ invoiceNumber }) => deducted.includes(invoiceNumber))
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((all, one) => all + one.cents, 0)
  const parts = transferParts(invoices, sum(used))
  const cents = sum(parts)
  const { account, changed } = shownAccount(config, bankAccountKey(subsidiary, currency), recorded)
  const reference = referenceOf(parts.map(({ invoiceNumber }) => invoiceNumber))
  const amount = (one: { cents: number }) => fromCents(one.cents, currency)
  return {
    amount: amount({ cents }),
    due: amount({ cents: sum(invoices.map((one) => ({ cents: one.balanceDueCents }))) }),
    currencyIsoCode: currency,
    invoices: parts.map((one) => ({
      id: one.id,
      invoiceNumber: one.invoiceNumber,
      amount: amount(one),
    })),
    credits: credits.map((one) => ({ invoiceNumber: one.invoiceNumber, amount: amount(one) })),
    transfer: {
      account,
      changed,
      reference,
      contact: config.seller.email,
      caution: scope.isAutoPayOn && currency === 'USD' ? autoPayCaution('these invoices') : null,
      code: (account && epcText({ account, currency, balanceCents: cents, reference })) ?? null,
    },
  }
}

/** The longest reference that banks transmit. */
const referenceLimit = 140

/** Returns the numbers of the invoices, as many as fit; the announcement names all of them. */
function referenceOf(numbers: readonly string[]): string {
  const fit = numbers.findLastIndex(
    (_, index) => numbers.slice(0, index + 1).join(', ').length <= referenceLimit,
  )
  return numbers.slice(0, fit + 1).join(', ')
}
