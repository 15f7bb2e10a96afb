import { Type, type Static } from 'typebox'
import { Amount, CurrencyCode, DayText, Nullable, Text, UuidText } from '../kernel/fields.ts'
import { PersonName } from '../session/session.schema.ts'

const orEmpty = (example: string, what: string) =>
  Text(example, { description: `${what} Empty if there is none.` })

/** A bank account of the provider, with the fields that a payer's bank requires. */
export const BankAccount = Type.Object(
  {
    beneficiary: Text('Example Software GmbH', { description: 'Name of the account holder.' }),
    beneficiaryAddress: orEmpty('Hafenstrasse 12, 60311 Frankfurt, Germany', 'Their address.'),
    bankName: Text('Example Bank AG'),
    bankAddress: orEmpty('Bankplatz 1, 60311 Frankfurt, Germany', 'Address of the bank.'),
    iban: orEmpty('DE89370400440532013000', 'IBAN without spaces.'),
    accountNumber: orEmpty('0532013000', 'National account number.'),
    bic: orEmpty('COBADEFFXXX', 'BIC (SWIFT code) of the bank.'),
    routingNumber: orEmpty('', 'Routing number (ABA) of a bank in the United States.'),
    sortCode: orEmpty('', 'Sort code of a bank in the United Kingdom, 6 digits.'),
    note: orEmpty('Transfers arrive after two working days.', 'A note for the payer.'),
  },
  { title: 'BankAccount' },
)
export type BankAccount = Static<typeof BankAccount>

export const ChangedAccount = Type.Object(
  { on: DayText, account: BankAccount },
  {
    title: 'ChangedAccount',
    description: 'New bank details that the provider has not confirmed yet.',
  },
)
export type ChangedAccount = Static<typeof ChangedAccount>

export const BankTransfer = Type.Object(
  {
    account: Nullable(BankAccount),
    changed: Nullable(ChangedAccount),
    reference: Text('INV-2026-1107', {
      description: 'The text to give as the reference of the transfer.',
    }),
    contact: Text('billing@example.com', {
      description: 'The contact for bank details.',
    }),
    caution: Nullable(
      Text('AutoPay is on and may charge this invoice by card.', {
        description: 'A warning that prevents a second payment.',
      }),
    ),
    code: Nullable(
      Text(
        'BCD\n002\n1\nSCT\nCOBADEFFXXX\nExample Software GmbH\nDE89370400440532013000\nEUR1250.00\n\n\nINV-2026-1107',
        {
          description:
            'The content of an EPC QR code of this transfer (EPC069-12). Only in EUR, and only if all data fits.',
        },
      ),
    ),
  },
  {
    title: 'BankTransfer',
    description:
      'How to pay the balance due by bank transfer. Without `account` the portal has no valid bank details for the selling company and the currency. With `changed`, `account` is the former one, which stays valid until the change is confirmed.',
  },
)
export type BankTransfer = Static<typeof BankTransfer>

export const TransferNotice = Type.Object(
  {
    id: UuidText,
    amount: Amount,
    currencyIsoCode: CurrencyCode,
    paidOn: DayText,
    reference: Text('INV-2026-1107, INV-2026-1108'),
    announcedBy: PersonName,
  },
  {
    title: 'TransferNotice',
    description:
      'A user announced a bank transfer of this amount for the invoice: AutoPay and payments of several invoices leave it out.',
  },
)
export type TransferNotice = Static<typeof TransferNotice>
