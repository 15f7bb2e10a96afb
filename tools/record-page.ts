import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { recordSections } from '../apps/server/src/import/record-page.ts'

export const recordPageFile = join(import.meta.portalRoot, 'docs/records.md')

const marker = '<!-- From here on written by npm run records. -->'

/** docs/records.md: what stands above the marker, and the kinds as the import declares them. */
export async function recordPageText(): Promise<string> {
  const [rules = ''] = readFileSync(recordPageFile, 'utf8').split(marker)
  const text = `${rules}${marker}\n\n${recordSections()}\n`
  return format(text, { ...(await resolveConfig(recordPageFile)), parser: 'markdown' })
}
