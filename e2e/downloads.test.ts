import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { ana } from './people.ts'
import { pdfText } from './pdf-text.ts'

test('the summary is a PDF with the invoice, its company and its amount', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-S003' })
  const summary = page.getByRole('button', { name: 'Summary [PDF]' })
  const { name, content } = await downloaded(page, () => summary.click())
  expect(name).toBe('MTS-S003.pdf')
  const text = pdfText(content)
  for (const words of ['MTS-S003', 'Aldgate Capital LLP', '1,091.90'])
    expect(text.includes(words), words).toBe(true)
})
