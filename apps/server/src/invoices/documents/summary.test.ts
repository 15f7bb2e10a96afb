import { expect, test } from 'vitest'
import { pdfPages } from '../../../test/documents/pdf-text.ts'
import { lineItem, pageCount, summaryDocument } from '../../../test/documents/sample-documents.ts'
import { summaryPdf } from './summary.ts'

async function pagesOf(...changes: Parameters<typeof summaryDocument>): Promise<string[]> {
  return pdfPages(await summaryPdf(summaryDocument(...changes)))
}

test('a summary is a tagged PDF in English with a title', async () => {
  const pdf = await summaryPdf(summaryDocument())
  const text = pdf.toString('latin1')
  expect(text.trimEnd()).toMatch(/^%PDF-1\.7[^]*%%EOF$/)
  for (const part of ['/Lang (en-US)', '(Invoice INV-204981)', '/Marked true', '/S /TH'])
    expect(text).toContain(part)
  expect(pageCount(pdf)).toBe(1)
  expect(pdf.length).toBeLessThan(40_000)
})

test('the same invoice gives the same bytes', async () => {
  const [one, other] = [await summaryPdf(summaryDocument()), await summaryPdf(summaryDocument())]
  expect(one.equals(other)).toBe(true)
})

test('a summary names both parties, the invoice and every amount', async () => {
  const [page = ''] = await pagesOf()
  for (const words of [
    'Northgate Trading Technologies, Inc.',
    'billing@northgate.example',
    'Aldgate Capital LLP',
    '10412',
    'C-10458',
    'INV-204981',
    '11/01/2026',
    '12/01/2026',
    'Nov 2026',
    'Network',
    'Monthly license · Chicago, IL',
    'User trader.1',
    '$125.50',
    'Page 1 of 1',
  ])
    expect(page).toContain(words)
  expect(page).toMatch(/Invoice Total\s+\$251\.00/)
  expect(page).toMatch(/Remaining Balance Due\s+\$251\.00/)
})

test('500 lines fill pages that each repeat the heading and are numbered', async () => {
  const lineItems = Array.from({ length: 500 }, (_, index) =>
    lineItem({ productName: `Product ${index + 1}` }),
  )
  const pages = await pagesOf({ lineItems })
  expect(pages.length).toBeGreaterThan(10)
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toMatch(/Product\s+Description\s+Quantity\s+Unit price\s+Total/)
  })
  const all = pages.join('')
  for (const { productName } of lineItems) expect(all).toMatch(new RegExp(`${productName}\\s`))
})

test('a charged invoice is marked pending and requests no further payment', async () => {
  const [page = ''] = await pagesOf({ hasBeenCharged: true })
  expect(page).toContain('Remaining Balance Due (pending)')
  expect(page).toContain('This invoice has been charged.')
  expect(page).not.toContain('Please pay')
})

test('a credit, a late fee, an overdue and a paid invoice are each marked', async () => {
  const credit = { amount: -10, balanceDue: 0, currencyIsoCode: 'EUR' }
  const texts = async (...changes: Parameters<typeof pagesOf>) => (await pagesOf(...changes))[0]
  expect(await texts(credit)).toMatch(/(?=[^]*\u2212€10\.00)[^]*This is a credit/)
  const lateFee = await texts({ isLateFee: true, lineItems: [] })
  expect(lateFee).toMatch(/(?=[^]*Late Fee INV-204981)[^]*Service period\s+Late Fee/)
  expect(lateFee).toContain('No Line Items Available...')
  expect(await texts({ dueDate: '2026-11-20' })).toContain('Overdue 1 day')
  const autoPayOn = summaryDocument().created.toISOString().slice(0, 10)
  expect(await texts({ dueDate: '2026-11-20', autoPayOn })).toContain('AutoPay tonight')
  expect(await texts({ balanceDue: 0 })).toContain('This invoice is paid in full.')
})

test('a summary says what AutoPay does, and asks to pay only what it does not charge', async () => {
  const [willCharge, wont] = await Promise.all(
    [true, false].map(async (willCharge) => {
      const autoPay = { sentence: 'AutoPay does this.', willCharge }
      const [page = ''] = pdfPages(await summaryPdf({ ...summaryDocument(), autoPay }))
      return page.replaceAll(/\s+/g, ' ')
    }),
  )
  expect(willCharge).toContain('AutoPay does this. Please do not pay it as well.')
  expect(willCharge).not.toContain('Please pay by')
  expect(wont).toMatch(
    /Please pay by \S+ and quote invoice number \S+ with your payment. AutoPay does this\./,
  )
})

test('a company name of any length leaves room for the invoice', async () => {
  const document = summaryDocument()
  document.company = { name: 'Very long '.repeat(500), accountId: '1'.repeat(5000) }
  expect(pageCount(await summaryPdf(document))).toBe(1)
})

test('a fraction of a cent in a unit price is not rounded away', async () => {
  const [page = ''] = await pagesOf({ lineItems: [lineItem({ salesPrice: 0.0125 })] })
  expect(page).toContain('$0.0125')
})

test('Greek and Cyrillic are printed; characters that the font lacks stay readable as text', async () => {
  const names = ['Ελληνική Τράπεζα', 'Северный Ветер', '東京証券', 'Kafé 🎉 𝒳', 'A\u202eB']
  const lineItems = names.map((productName) => lineItem({ productName }))
  const page = (await pagesOf({ lineItems })).join('').normalize('NFC')
  for (const name of names.slice(0, 4)) expect(page).toContain(name)
})

test('a description longer than a page continues on the next pages', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
  const pages = await pagesOf({ lineItems: [lineItem({ description: words.join(' ') })] })
  const all = pages.join('')
  expect(pages.length).toBeGreaterThan(2)
  for (const word of words) expect(all).toContain(word)
})

test('a line without a quantity has no unit price, and each amount the decimals of its currency', async () => {
  const line = { currency: 'KWD', quantity: null, salesPrice: null, total: 1234.567 }
  const invoice = { currencyIsoCode: 'KWD', amount: 1234.567, balanceDue: 1234.567 }
  const [page = ''] = await pagesOf({ ...invoice, lineItems: [lineItem(line)] })
  expect(page.match(/KWD.1,234\.567/g)).toHaveLength(5)
  expect(page).not.toContain('KWD 0')
})
