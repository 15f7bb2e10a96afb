import { describe, expect, test } from 'vitest'
import { changedAccountText } from '@portal/domain/invoices/bank-transfer'
import type { BankAccount, BankTransfer } from '@portal/domain/invoices/bank-transfer.schema'
import { pdfPages, pdfWords } from '../../../test/documents/pdf-text.ts'
import { qrOfPdf } from '../../../test/documents/read-qr.ts'
import {
  lineItem,
  statementDocument,
  summaryDocument,
} from '../../../test/documents/sample-documents.ts'
import { epcText, type TransferFacts } from '../epc-text.ts'
import { statementPdf } from './statement.ts'
import { summaryPdf } from './summary.ts'

const account: BankAccount = {
  beneficiary: 'Meridian Trading Systems Europe Ltd',
  beneficiaryAddress: '14 Exchange Lane, London EC2A 1XX, United Kingdom',
  bankName: 'Beispielbank AG',
  bankAddress: 'Beispielplatz 1, 60311 Frankfurt, Germany',
  iban: 'DE79000000001234567890',
  accountNumber: '',
  bic: 'EXMPDEFFXXX',
  routingNumber: '',
  sortCode: '',
  note: 'Transfers arrive after two working days.',
}

const epc: TransferFacts = {
  account,
  currency: 'EUR',
  balanceCents: 512_385,
  reference: 'MTS-S033',
}
const withAccount = (changes: Partial<BankAccount>) =>
  epcText({ ...epc, account: { ...account, ...changes } })

test('the text has the lines of EPC069-12, version 002', () => {
  const name = 'Meridian Trading Systems Europe Ltd'
  expect(epcText(epc)).toBe(
    `BCD\n002\n1\nSCT\nEXMPDEFFXXX\n${name}\nDE79000000001234567890\nEUR5123.85\n\n\nMTS-S033`,
  )
})

describe('there is no code', () => {
  test('in another currency, or to an account that SEPA does not reach', () => {
    for (const currency of ['USD', 'GBP', 'JPY', 'KWD'])
      expect(epcText({ ...epc, currency })).toBeUndefined()
    expect(withAccount({ iban: '', accountNumber: '12345678' })).toBeUndefined()
    expect(withAccount({ iban: 'TR330006100519786457841326', bic: 'EXMPTRISXXX' })).toBeUndefined()
  })

  test('without the BIC where banks need it: outside the European Economic Area', () => {
    expect(withAccount({ bic: '' })).toContain('\nSCT\n\nMeridian')
    const swiss = { iban: 'CH9300762011623852957' }
    expect(withAccount({ ...swiss, bic: '' })).toBeUndefined()
    expect(withAccount({ ...swiss, bic: 'EXMPCHZZ' })).toContain('EXMPCHZZ')
    expect(withAccount({ iban: 'GB52EXMP12345612345678', bic: '' })).toBeUndefined()
  })

  test('for an amount beyond the limits of the standard', () => {
    const ofCents = (balanceCents: number) => epcText({ ...epc, balanceCents })
    expect(ofCents(1)).toContain('EUR0.01\n')
    expect(ofCents(99_999_999_999)).toContain('EUR999999999.99\n')
    for (const cents of [-1, 0, 100_000_000_000]) expect(ofCents(cents)).toBeUndefined()
  })

  test('for a name that would be cut, since names are never cut', () => {
    const name = (length: number) => withAccount({ beneficiary: 'é'.repeat(length) })
    expect(name(70)).toContain('é'.repeat(70))
    expect(name(71)).toBeUndefined()
    // The name has 70 characters, but more bytes than a code may contain.
    expect(withAccount({ beneficiary: '🏦'.repeat(70) })).toBeUndefined()
  })

  test('for a reference that banks do not pass on unchanged', () => {
    const ofReference = (reference: string) => epcText({ ...epc, reference })
    for (const fine of ['0001234', 'INV 2026/11-7', "A(1):2.3,4'5+6?", 'x'.repeat(140)])
      expect(ofReference(fine)?.split('\n')[10]).toBe(fine)
    const odd = ['x'.repeat(141), '', '発票-1', 'INV_1', 'A&B', '/1', '1/', 'a//b', 'a\nb', 'Ä1']
    expect(odd.filter((one) => ofReference(one) !== undefined)).toEqual([])
  })
})

/** Prints an open invoice in EUR with this account. */
function invoicePdf(
  balanceCents: number,
  reference = 'MTS-S033',
  of = account,
  changes: Partial<BankTransfer> = {},
) {
  const code = epcText({ account: of, currency: 'EUR', balanceCents, reference }) ?? null
  const contact = 'billing@example.com'
  const transfer = { account: of, changed: null, reference, contact, caution: null, code }
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
  expect(qrOfPdf(pdf)).toBe(epcText(epc))
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

test('a caution precedes the account, and for an unknown account the block names the address to ask', async () => {
  const caution = 'AutoPay is on and may charge this invoice by card.'
  expect(pdfWords(await invoicePdf(100, 'A-1', account, { caution }))).toContain(caution)
  const unknown = pdfWords(await invoicePdf(100, 'A-1', account, { account: null, code: null }))
  expect(unknown).toContain('please ask billing@example.com for the bank details')
  expect(unknown).not.toContain('IBAN')
  const changed = { on: '2026-11-28', account: { ...account, iban: 'DE89370400440532013000' } }
  const both = pdfWords(await invoicePdf(100, 'A-1', account, { caution, changed }))
  expect(both).toContain(`${caution} ${changedAccountText(changed, account)}`)
  expect(both).toContain('IBAN DE79 0000 0000 1234 5678 90')
})

test('the details stay on one page, whatever the length of the content above', async () => {
  for (const lines of [14, 18, 22, 26]) {
    const transfer = {
      account,
      changed: null,
      reference: 'A-1',
      contact: 'b@x.example',
      caution: null,
      code: null,
    }
    const lineItems = Array.from({ length: lines }, () => lineItem())
    const pages = pdfPages(await summaryPdf(summaryDocument({ bankTransfer: transfer, lineItems })))
    const page = pages.find((one) => one.includes('Pay by bank transfer'))
    expect(page).toContain(account.note)
  }
})

test('a statement has a block for each account, which names its invoices', async () => {
  const many = Array.from({ length: 15 }, (_, nth) => `E-${nth + 1}`)
  const plain = {
    currency: 'EUR',
    account,
    changed: null,
    invoiceNumbers: many,
    isAutoPayOn: false,
  }
  const usd = { ...account, iban: '', accountNumber: '4711' }
  const changed = { on: '2026-11-28', account: { ...account, iban: 'DE89370400440532013000' } }
  const openAccounts = [
    { ...plain, currency: 'USD', account: usd, invoiceNumbers: ['U-1'], isAutoPayOn: true },
    { ...plain, changed },
    { ...plain, account: { ...account, beneficiary: 'Other' }, invoiceNumbers: ['F-1'] },
    { ...plain, currency: 'GBP', account: null, invoiceNumbers: ['G-1'] },
  ]
  const words = pdfWords(await statementPdf(statementDocument({ openAccounts })))
  for (const text of [
    'AutoPay is on and may charge some of these invoices by card. If you pay by bank transfer, choose "We have paid" in the portal: AutoPay then waits for it. For All open invoices in USD',
    'The bank details were changed on 11/28/2026. Until we confirm the change, the former account shown here is the valid one. Not confirmed: Beneficiary',
    'Account number 4711',
    'E-12, and 3 more: the portal shows the account of each',
    'For F-1',
    '10412 and the numbers of the invoices that you pay',
    'To pay in GBP by bank transfer, please ask billing@northgate.example',
  ])
    expect(words).toContain(text)
})
