import {
  bankAccountKey,
  isPayableByTransfer,
  transferCaution,
  type TransferPayable,
} from '@portal/domain/invoices/bank-transfer'
import type { BankAccount, BankTransfer } from '@portal/domain/invoices/bank-transfer.schema'
import type { Config } from '../config.ts'
import { epcText } from './epc-text.ts'

export type TransferConfig = Pick<Config, 'bankAccounts' | 'seller' | 'cardLimitCents'>

/** The facts that decide how an invoice is paid by bank transfer. */
export interface TransferInvoice extends Omit<TransferPayable, 'moneyBack'> {
  invoiceNumber: string
  subsidiary: string
  moneyBack: { kind: NonNullable<TransferPayable['moneyBack']>['kind']; at: string } | null
  isAutoPayOn: boolean
  /** From a record. */
  account: BankAccount | null
}

/** Returns how an invoice is paid by bank transfer; null if nothing should be paid now. */
export function bankTransferOf(
  { subsidiary, invoiceNumber, isAutoPayOn, moneyBack: back, ...invoice }: TransferInvoice,
  config: TransferConfig,
): BankTransfer | null {
  const { currency, balanceDueCents: balanceCents } = invoice
  const moneyBack = back && { kind: back.kind, at: new Date(back.at) }
  const payable = { ...invoice, moneyBack }
  if (!isPayableByTransfer(payable)) return null
  const account = invoice.account ?? configuredAccount(config, subsidiary, currency)
  const limitCents = config.cardLimitCents
  return {
    account,
    reference: invoiceNumber,
    contact: config.seller.email,
    caution: transferCaution(payable, { limitCents, isAutoPayOn }) ?? null,
    code:
      (account && epcText({ account, currency, balanceCents, reference: invoiceNumber })) ?? null,
  }
}

/** A record overrides the setting, so this is called only without one. */
export const configuredAccount = (
  { bankAccounts }: Pick<Config, 'bankAccounts'>,
  subsidiary: string,
  currency: string,
) => bankAccounts.get(bankAccountKey(subsidiary, currency)) ?? null
