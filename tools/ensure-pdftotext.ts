import { spawnSync } from 'node:child_process'
import { installPackage } from './install-package.ts'

/** The tests read PDFs with poppler's pdftotext, which shares no code with the portal's PDF writer. */
export function ensurePdftotext(): void {
  if (exists()) return
  console.log('Installing poppler-utils for the tests of PDFs …')
  installPackage('poppler-utils')
  if (!exists())
    console.error('pdftotext was not found, so tests of PDFs will fail. Install poppler.')
}

const exists = () => spawnSync('pdftotext', ['-v']).error === undefined
