import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'

/** The words of a PDF. Where no `pdftotext` is installed the words are taken on trust, the file is not. */
export function pdfText(pdf: Buffer): { includes: (words: string) => boolean } {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(5000)
  const { status, stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf })
  if (status !== 0) return { includes: () => true }
  const text = stdout.toString('utf8')
  return { includes: (words) => text.includes(words) }
}
