import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { emptyAccount } from '../../../../packages/domain/test/invoices.ts'
import { runs } from '../../../../tools/random-tests.ts'
import { loadedFonts } from '../../src/documents/scripts/script-font.ts'
import { statementPdf } from '../../src/invoices/documents/statement.ts'
import { summaryPdf } from '../../src/invoices/documents/summary.ts'
import { confirmationPdf } from '../../src/licenses/confirmation-pdf.ts'
import { instructionsPdf } from '../../src/payments/balance/instructions-pdf.ts'
import { receiptPdf } from '../../src/payments/receipts/receipt-pdf.ts'
import { pdfWords } from './pdf-text.ts'
import {
  lineItem,
  statementAccount,
  statementDocument,
  summaryDocument,
} from './sample-documents.ts'

const created = new Date('2026-11-21T08:00:00Z')
const { seller } = summaryDocument()

/** Every document that the portal prints, for a company and a seller of this name. */
function documents(name: string): Record<string, () => Promise<Buffer>> {
  const company = { name, accountId: '10460', addressLines: [name] }
  const own = { ...seller, addressLines: [name] }
  const lines = [lineItem({ productName: name, description: name, moreInfo: name, city: name })]
  return {
    invoice: () => summaryPdf({ ...summaryDocument({ lineItems: lines }), seller: own, company }),
    statement: () =>
      statementPdf(statementDocument({ seller: own, company, accounts: [statementAccount()] })),
    receipt: () => receiptPdf(own, company, { ...receipt, paidBy: name }, created),
    confirmation: () => confirmationPdf(own, company, { ...order, notes: name }, created),
    guide: () =>
      instructionsPdf({
        seller: own,
        accountId: company.accountId,
        limitCents: 5_000_000,
        openAccounts: [
          {
            currency: 'USD',
            account: { ...bankAccount, beneficiary: name, bankName: name },
            changed: null,
            invoiceNumbers: ['INV-1'],
            isAutoPayOn: false,
          },
        ],
        created,
      }),
  }
}

const bankAccount = { ...emptyAccount, accountNumber: '000123456789' }
const receipt = {
  reference: 'R-1',
  invoiceNumber: 'INV-1',
  amountCents: 100,
  paidAt: created,
  card: 'Visa ending in 4242',
  refundedCents: 0,
  dispute: null,
}
const order = {
  id: 1,
  requestorName: 'Ana Kim',
  crmId: '1',
  notes: '',
  status: 'Submitted',
  steps: [],
  lineItems: [],
} as unknown as LicenseOrderDetails

const names = {
  Arabic: 'شركة النور للتجارة المحدودة',
  Hebrew: 'אורות הגליל שירותי מסחר',
  Devanagari: 'भारतीय व्यापार सेवा प्राइवेट लिमिटेड',
  Thai: 'บริษัท กรุงเทพการค้า จำกัด',
  JP: '東都証券データ株式会社',
  KR: '한빛증권정보 주식회사',
  SC: '上海晨光国际贸易有限公司',
  TC: '臺北環宇證券資訊',
}

// First, before any test has loaded a font.
test('documents in Latin, Greek and Cyrillic load and embed no other font', async () => {
  // Earlier files may have loaded some in this process.
  const before = loadedFonts()
  for (const print of Object.values(documents('Zürich – Ωμέγα “Журнал” 🎉'))) {
    const pdf = await print()
    expect(fontsOf(pdf)).toEqual(new Set(['Inter-Regular', 'Inter-SemiBold']))
    expect(pdf.length).toBeLessThan(40_000)
  }
  expect(loadedFonts()).toBe(before)
})

for (const [script, name] of Object.entries(names))
  test(`every document prints ${script} with glyphs, and its text can be searched and copied`, async () => {
    for (const [kind, print] of Object.entries(documents(name))) {
      const pdf = await print()
      expect([kind, ...fontsOf(pdf)].join()).toContain(`NotoSans${script}`)
      expect([kind, textOf(pdf)]).toEqual([kind, expect.stringContaining(name)])
      expect([kind, boxes(pdf)]).toEqual([kind, 0])
      // Inter alone is 20 KB: only the name's glyphs are embedded, not a font of megabytes.
      expect(pdf.length).toBeLessThan(60_000)
    }
  })

test('a name from right to left does not reverse the words next to it', async () => {
  const { receipt, confirmation } = documents(names.Hebrew)
  for (const pdf of [await receipt!(), await confirmation!()])
    expect(textOf(pdf)).toMatch(new RegExp(`${names.Hebrew}\\W*account 10460\\)`))
})

test('the same text gives the same bytes, whatever was printed before', async () => {
  const { invoice } = documents(names.JP)
  const first = await invoice!()
  await documents(names.TC).invoice!()
  expect((await invoice!()).equals(first)).toBe(true)
})

test('a company of five scripts, broken characters and open controls is printed', async () => {
  const name = `${Object.values(names).join(' ')} \u202e\u2067 \ud800 ${'ّ'.repeat(200)} \u0000 🎉`
  for (const [kind, print] of Object.entries(documents(name)))
    expect([kind, (await print()).length > 1000]).toEqual([kind, true])
})

const parts = fc.constantFrom(
  ...'ที่|น้ำ|กรุงเทพ|हि|न्दी|क्ष|र्क|東京|データ|「|」、|國|发展|한국|ー|Ａ|𠮷'.split('|'),
  ...'INV-1| |(|)|2026|…|é|Ω|·|$1,234.50|🎉'.split('|'),
)

test('any text from left to right is found unchanged in the PDF', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 60 }), async (some) => {
      const text = some.join('').trim()
      const lineItems = [lineItem({ description: text, city: '', state: '' })]
      const pdf = await summaryPdf(summaryDocument({ lineItems }))
      expect(withoutBlanks(textOf(pdf))).toContain(withoutBlanks(text))
    }),
    { numRuns: runs(25) },
  )
})

const withoutBlanks = (text: string) => text.replace(/\s+/gu, '')

/** Removes the marks by which pdftotext shows directions. */
const textOf = (pdf: Buffer) => pdfWords(pdf).replace(/[\u202a-\u202e]/g, '')

function fontsOf(pdf: Buffer): Set<string | undefined> {
  const found = pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+?)(-Thin)?\n/g)
  return new Set(Array.from(found, ([, name]) => name))
}

/** Counts the fonts in the file that contain the box glyph, by the text assigned to it. */
function boxes(pdf: Buffer): number {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)
  return Array.from(streams, ([, data = '']) => inflated(data)).filter(
    (text) => text.includes('beginbfrange') && /<25a1>/i.test(text),
  ).length
}

function inflated(data: string): string {
  try {
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
