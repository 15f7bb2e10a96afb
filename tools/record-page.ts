import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { recordSections } from '../apps/server/src/import/record-page.ts'

const file = join(import.meta.portalRoot, 'docs/records.md')

const marker = '<!-- From here on written by npm run documents. -->'

/** docs/records.md: the rules above the marker as they are, and the kinds as the import declares them. */
export async function recordPage(): Promise<{ file: string; text: string }> {
  const [rules = ''] = readFileSync(file, 'utf8').split(marker)
  const text = `${rules}${marker}\n\n${recordSections()}\n`
  return { file, text: await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }) }
}
