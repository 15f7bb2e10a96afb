import { execFileSync } from 'node:child_process'

/** Returns the text of a PDF as a reader sees it, line by line, one string per page. */
export function pdfPages(pdf: Buffer): string[] {
  return read(pdf, '-layout', '-enc', 'UTF-8').split('\f').slice(0, -1)
}

/** Returns the words of a PDF in reading order, on one line. */
export function pdfWords(pdf: Buffer): string {
  return read(pdf, '-enc', 'UTF-8').replaceAll(/\s+/g, ' ')
}

/** `npm test` installs pdftotext where it can. */
function read(pdf: Buffer, ...options: string[]): string {
  return execFileSync('pdftotext', [...options, '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
}
