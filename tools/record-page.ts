import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { recordSections } from '../apps/server/src/import/record-page.ts'
import { steps } from '../apps/server/src/platform/log/steps.ts'
import {
  securityEvents,
  workerSecurityEvents,
} from '../apps/server/src/platform/log/security-log.ts'

const marker = '<!-- From here on written by npm run documents. -->'

/** Returns docs/records.md: the text above the marker unchanged, and the kinds as the import declares them. */
export const recordPage = () => pageOf('docs/records.md', recordSections())

/** Returns docs/security-log.md: the text above the marker unchanged, and the events as the server declares them. */
export const securityLogPage = () =>
  pageOf(
    'docs/security-log.md',
    [
      '## The web server',
      '',
      ...eventList(securityEvents),
      '',
      '## The worker',
      '',
      ...eventList(workerSecurityEvents),
    ].join('\n'),
  )

/** Returns docs/log.md: the text above the marker unchanged, and the steps as the server declares them. */
export const logPage = () => pageOf('docs/log.md', ['## Steps', '', ...eventList(steps)].join('\n'))

const eventList = (events: Record<string, string>) =>
  Object.entries(events).map(([event, sentence]) => `- \`${event}\`: ${sentence}`)

async function pageOf(name: string, declared: string): Promise<{ file: string; text: string }> {
  const file = join(import.meta.portalRoot, name)
  const [written = ''] = readFileSync(file, 'utf8').split(marker)
  const text = `${written}${marker}\n\n${declared}\n`
  return { file, text: await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }) }
}
