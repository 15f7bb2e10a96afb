import { expect } from 'vitest'
import { pdfWords } from '../apps/server/test/documents/pdf-text.ts'

/** The text of a downloaded PDF, on one line. */
export function pdfText(pdf: Buffer): string {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(5000)
  return pdfWords(pdf)
}
