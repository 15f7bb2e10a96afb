import { formatDay } from '../kernel/day.ts'
import { decimalString, formatMoney, type Cents } from '../kernel/money.ts'
import { isMoving, moneyBackText, type MoneyBack, type MoneyMoving } from './money-back.ts'
import type { BankAccount, ChangedAccount } from './bank-transfer.schema.ts'
import { cardPaymentRefusal, type CardPayable } from './card-payment.ts'

export interface TransferPayable extends CardPayable {
  /** A card payment of the invoice waits for its payer to confirm it with the bank. */
  isWaiting: boolean
  moneyBack: MoneyBack | MoneyMoving | null
}

/**
 * Returns whether an invoice shows bank details: it is owed, and no payment or refund is in progress. A transfer cannot be
 * stopped, so an unknown result counts as in progress.
 */
export function isPayableByTransfer(invoice: TransferPayable): boolean {
  const { hasBeenCharged, isOnHold, isWaiting, balanceDueCents, moneyBack } = invoice
  if (isOnHold || hasBeenCharged || isWaiting || balanceDueCents <= 0) return false
  return !moneyBack || !isMoving(moneyBack)
}

/** Returns the warning to show before an invoice is paid by bank transfer, so that it is not paid twice. */
export function transferCaution(
  invoice: TransferPayable,
  { limitCents, isAutoPayOn }: { limitCents: Cents; isAutoPayOn: boolean },
): string | undefined {
  const { moneyBack } = invoice
  // AutoPay does not charge an invoice whose money was returned.
  if (moneyBack)
    return `${moneyBackText(moneyBack)}. You do not need to pay this invoice unless you were asked to again.`
  if (isAutoPayOn && !cardPaymentRefusal(invoice, limitCents)) return autoPayCaution('this invoice')
  return undefined
}

export const autoPayCaution = (what: string) =>
  `AutoPay is on and may charge ${what} by card. If you pay by bank transfer, choose "We have paid" in the portal: AutoPay then waits for it.`

/** Returns the key of a bank account. An empty subsidiary is for invoices that name none. */
export const bankAccountKey = (subsidiary: string, currency: string) =>
  subsidiary === '' ? currency : `${subsidiary} ${currency}`

/** A field of the form of the payer's bank. */
export interface TransferRow {
  label: string
  shown: string
  /** The value to copy into the form, without spaces for readability. */
  copied: string
}

/** Returns what a payer's bank requires about the account, in the order of its form. Screen and PDF both show these rows. */
export function accountRows(account: BankAccount): TransferRow[] {
  const { iban, sortCode } = account
  return [
    same('Beneficiary', account.beneficiary),
    same('Beneficiary address', account.beneficiaryAddress),
    { label: 'IBAN', shown: iban.replaceAll(/(.{4})(?=.)/g, '$1 '), copied: iban },
    same('Account number', account.accountNumber),
    { label: 'Sort code', shown: sortCode.replaceAll(/(..)(?=.)/g, '$1-'), copied: sortCode },
    same('Routing number (ABA)', account.routingNumber),
    same('BIC (SWIFT)', account.bic),
    same('Bank', account.bankName),
    same('Bank address', account.bankAddress),
  ].filter(({ copied }) => copied !== '')
}

/** Returns the other fields of the form for one invoice. */
export function paymentRows(balanceCents: Cents, currency: string, reference: string) {
  return [
    {
      label: 'Amount',
      shown: formatMoney(balanceCents, currency),
      copied: decimalString(balanceCents, currency),
    },
    same('Reference', reference),
  ]
}

const same = (label: string, value: string): TransferRow => ({
  label,
  shown: value,
  copied: value,
})

/** Shown if the portal does not have the bank details. */
export const noAccountText = (currency: string, contact: string) =>
  `To pay in ${currency} by bank transfer, please ask ${contact} for the bank details.`

/** Shown with the former account, or if there is none, until a super admin confirms the change. */
export function changedAccountText(
  { on, account }: ChangedAccount,
  former: BankAccount | null,
): string {
  // The rows that are enough to recognize the account.
  const rows = accountRows({ ...account, beneficiaryAddress: '', bankAddress: '' }).map(
    ({ label, shown }) => `${label} ${shown}`,
  )
  const advice = former
    ? 'Until we confirm the change, the former account shown here is the valid one.'
    : 'We have not confirmed the change yet: do not transfer to it.'
  return `The bank details were changed on ${formatDay(on)}. ${advice} Not confirmed: ${rows.join(', ')}.`
}

/** The options of a QR code by EPC069-12. Cameras need the margin of four light modules. */
export const transferCodeOptions = { ecc: 'M', boostEcc: false, maxVersion: 13, border: 4 } as const
