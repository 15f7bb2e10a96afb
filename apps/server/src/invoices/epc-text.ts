import { isSEPACountry } from 'ibantools'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { decimalString, type Cents } from '@portal/domain/kernel/money'

export interface TransferFacts {
  account: BankAccount
  currency: string
  balanceCents: Cents
  reference: string
}

/** In these countries an IBAN is enough; banks elsewhere need the BIC (EPC069-12, 3.2). */
const eea =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  )

// The characters that every bank transmits unchanged. With a changed name the money still arrives, but a changed
// reference would not be found.
const safeReference = /^(?!\/|.*\/\/|.*\/$)[A-Za-z0-9/?:().,'+ -]{1,140}$/

/**
 * Returns the text of an EPC QR code for a SEPA credit transfer (EPC069-12, version 002). Undefined if the transfer does
 * not fit: an incomplete code would misdirect money.
 */
export function epcText(transfer: TransferFacts): string | undefined {
  const { account, currency, balanceCents, reference } = transfer
  const { iban, bic, beneficiary } = account
  const country = iban.slice(0, 2)
  if (currency !== 'EUR' || !isSEPACountry(country)) return undefined
  if (bic === '' && !eea.includes(country)) return undefined
  if (balanceCents < 1 || balanceCents > 99_999_999_999) return undefined
  if ([...beneficiary].length > 70 || !safeReference.test(reference)) return undefined
  const amount = `EUR${decimalString(balanceCents, currency)}`
  // Two lines stay empty: the purpose, and the structured reference, which excludes free text.
  const lines = ['BCD', '002', '1', 'SCT', bic, beneficiary, iban, amount, '', '', reference]
  const text = lines.join('\n')
  return Buffer.byteLength(text) <= 331 ? text : undefined
}
