import { isDeepStrictEqual } from 'node:util'
import {
  bankAccountKey,
  isPayableByTransfer,
  transferCaution,
  type TransferPayable,
} from '@portal/domain/invoices/bank-transfer'
import type { BankAccount, BankTransfer } from '@portal/domain/invoices/bank-transfer.schema'
import type { Config } from '../config.ts'
import type { RecordedAccount } from './bank-accounts.queries.ts'
import { epcText } from './epc-text.ts'

export type TransferConfig = Pick<Config, 'bankAccounts' | 'seller' | 'cardLimitCents'>

/** The facts that decide how an invoice is paid by bank transfer. */
export interface TransferInvoice extends Omit<TransferPayable, 'moneyBack'> {
  invoiceNumber: string
  subsidiary: string
  moneyBack: { kind: NonNullable<TransferPayable['moneyBack']>['kind']; at: string } | null
  isAutoPayOn: boolean
  /** The account of the records. */
  account: RecordedAccount | null
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
  const { account, changed } = shownAccount(
    config,
    bankAccountKey(subsidiary, currency),
    invoice.account,
  )
  const limitCents = config.cardLimitCents
  return {
    account,
    changed,
    reference: invoiceNumber,
    contact: config.seller.email,
    caution: transferCaution(payable, { limitCents, isAutoPayOn }) ?? null,
    code:
      (account && epcText({ account, currency, balanceCents, reference: invoiceNumber })) ?? null,
  }
}

/** Returns the part of an account that mails, logs and histories may show. */
export const lastSigns = ({ iban, accountNumber }: BankAccount): string =>
  (iban || accountNumber).slice(-4)

type Settings = Pick<Config, 'bankAccounts'>

/** Returns the account that customers see, and the account that a super admin has to confirm (decision 0044). */
export function shownAccount(
  config: Settings,
  key: string,
  recorded: RecordedAccount | null,
): Pick<BankTransfer, 'account' | 'changed'> {
  if (!recorded) return { account: config.bankAccounts.get(key) ?? null, changed: null }
  const { now, changedOn } = recorded
  const account = validAccount(config, key, recorded)
  const changed = isDeepStrictEqual(now, account) ? null : { on: changedOn, account: now }
  return { account, changed }
}

/** A confirmed record overrides the setting. */
export const validAccount = (
  { bankAccounts }: Settings,
  key: string,
  { confirmed, first }: Pick<RecordedAccount, 'confirmed' | 'first'>,
): BankAccount | null => confirmed ?? bankAccounts.get(key) ?? first
