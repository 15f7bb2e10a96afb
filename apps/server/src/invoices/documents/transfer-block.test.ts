import { expect, test } from 'vitest'
import type { BankAccount, BankTransfer } from '@portal/domain/invoices/bank-transfer.schema'
import { pdfPages, pdfWords } from '../../../test/pdf-text.ts'
import { qrOfPdf } from '../../../test/read-qr.ts'
import { lineItem, statementDocument, summaryDocument } from '../../../test/sample-documents.ts'
import { epcText } from '../epc-text.ts'
import { statementPdf } from './statement.ts'
import { summaryPdf } from './summary.ts'

const account: BankAccount = {
  beneficiary: 'Meridian Trading Systems Europe Ltd',
  beneficiaryAddress: '14 Exchange Lane, London EC2A 1XX, United Kingdom',
  bankName: 'Beispielbank AG',
  bankAddress: 'Beispielplatz 1, 60311 Frankfurt, Germany',
  iban: 'DE79000000001234567890',
  accountNumber: '',
  // Here and below, XXX is the branch code of a head office (ISO 9362).
  bic: 'EXMPDEFFXXX',
  routingNumber: '',
  sortCode: '',
  note: 'Transfers arrive after two working days.',
}

/** A PDF of an open invoice in EUR with this account. */
function invoicePdf(
  balanceCents: number,
  reference = 'MTS-S033',
  of = account,
  changes: Partial<BankTransfer> = {},
) {
  const code = epcText({ account: of, currency: 'EUR', balanceCents, reference }) ?? null
  const transfer = { account: of, reference, contact: 'billing@example.com', caution: null, code }
  return summaryPdf(
    summaryDocument({
      invoiceNumber: reference,
      currencyIsoCode: 'EUR',
      amount: balanceCents / 100,
      balanceDue: balanceCents / 100,
      bankTransfer: { ...transfer, ...changes },
    }),
  )
}

test('the code on the PDF of an invoice is the text of EPC069-12', async () => {
  const pdf = await invoicePdf(512_385)
  const transfer = { account, currency: 'EUR', balanceCents: 512_385, reference: 'MTS-S033' }
  expect(qrOfPdf(pdf)).toBe(epcText(transfer))
  expect(pdf.toString('latin1')).toContain('/S /Figure')
})

test('rows, amount, reference and note are next to the code; without a code there is no caption', async () => {
  const words = pdfWords(await invoicePdf(512_385))
  for (const text of [
    'Pay by bank transfer',
    'DE79 0000 0000 1234 5678 90',
    'Amount €5,123.85',
    'Reference MTS-S033',
    account.note,
    'Scan with your banking app',
  ])
    expect(words).toContain(text)
  const plain = pdfWords(await invoicePdf(512_385, 'INV_1'))
  expect(plain).toContain('Reference INV_1')
  expect(plain).not.toContain('Scan with')
})

test('a caution comes before the account, and for an unknown account the block names whom to ask', async () => {
  const caution = 'AutoPay is on and may charge this invoice by card.'
  expect(pdfWords(await invoicePdf(100, 'A-1', account, { caution }))).toContain(caution)
  const unknown = pdfWords(await invoicePdf(100, 'A-1', account, { account: null, code: null }))
  expect(unknown).toContain('please ask billing@example.com for the bank details')
  expect(unknown).not.toContain('IBAN')
})

test('the details stay on one page, whatever is above them', async () => {
  for (const lines of [14, 18, 22, 26]) {
    const document = summaryDocument({
      bankTransfer: {
        account,
        reference: 'A-1',
        contact: 'billing@example.com',
        caution: null,
        code: null,
      },
      lineItems: Array.from({ length: lines }, () => lineItem()),
    })
    const pages = pdfPages(await summaryPdf(document))
    const page = pages.find((one) => one.includes('Pay by bank transfer'))
    expect(page).toContain(account.note)
  }
})

test('a statement has a block for each account, and says which invoices it is for', async () => {
  const many = Array.from({ length: 15 }, (_, nth) => `E-${nth + 1}`)
  const openAccounts = [
    {
      currency: 'USD',
      account: { ...account, iban: '', accountNumber: '4711' },
      invoiceNumbers: ['U-1'],
      isAutoPayOn: true,
    },
    { currency: 'EUR', account, invoiceNumbers: many, isAutoPayOn: false },
    {
      currency: 'EUR',
      account: { ...account, beneficiary: 'Other' },
      invoiceNumbers: ['F-1'],
      isAutoPayOn: false,
    },
    { currency: 'GBP', account: null, invoiceNumbers: ['G-1'], isAutoPayOn: false },
  ]
  const words = pdfWords(await statementPdf(statementDocument({ openAccounts })))
  expect(words).toContain(
    'AutoPay is on and may charge some of these invoices by card. Pause AutoPay or turn it off before you pay by bank transfer. For All open invoices in USD',
  )
  expect(words).toContain('Account number 4711')
  expect(words).toContain('E-12, and 3 more: the portal shows the account of each')
  expect(words).toContain('For F-1')
  expect(words).toContain('10412 and the numbers of the invoices that you pay')
  expect(words).toContain('To pay in GBP by bank transfer, please ask billing@northgate.example')
})
