import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import {
  defaultText,
  isGroup,
  isSetting,
  listSettings,
  suchAs,
  type Setting,
  type Table,
} from '../apps/server/src/settings/setting.ts'
import { supportedBrowsers } from '../apps/web/supported-browsers.ts'
import { sections } from '../apps/server/src/settings/settings.ts'

const root = import.meta.portalRoot
const start = { production: true, process: 'worker' } as const

/** Returns README.md with the supported browsers, docs/settings.md with all settings, and .env.example. */
export async function settingsDocuments(): Promise<{ file: string; text: string }[]> {
  return [
    await withPart('README.md', 'browsers', browserText()),
    await withPart('docs/settings.md', 'settings', settingsList()),
    { file: join(root, '.env.example'), text: envExample() },
  ]
}

/** Returns a document with the generated part between its two markers. */
export async function withPart(name: string, marker: string, part: string) {
  const file = join(root, name)
  const between = new RegExp(`(?<=<!-- ${marker} -->\n)[^]*(?=<!-- /${marker} -->)`)
  const text = readFileSync(file, 'utf8').replace(between, () => `\n${part}\n\n`)
  return { file, text: await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }) }
}

function browserText(): string {
  const { chrome, edge, firefox, safari } = supportedBrowsers
  return `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox}, Safari ${safari} (also on iOS), and newer versions of each.`
}

const settingsList = (): string =>
  Object.entries(sections)
    .map(([title, section]) => `## ${title}\n\n${documented(section).map(item).join('\n')}`)
    .join('\n\n')

function item(setting: Documented): string {
  const { name, kind, readBy, sentence } = setting
  const readers = readBy ? ` (${readBy.join(', ')})` : ''
  const need = needText(setting).replace(/^`/, 'default `')
  return `- \`${name}\`${readers}: ${sentence} Value: ${kind(start).accepts}; ${need}.`
}

interface Documented extends Setting<unknown> {
  /** The setting without which this one has no effect. */
  onlyWith?: string
}

function documented(section: Table): Documented[] {
  return Object.values(section).flatMap((entry): Documented[] => {
    if (isSetting(entry)) return [entry]
    if (!isGroup(entry)) return documented(entry)
    return listSettings(entry.settings).map((setting) =>
      setting.name === entry.ifSet
        ? { ...setting, need: 'optional' }
        : { ...setting, onlyWith: entry.ifSet },
    )
  })
}

function needText(setting: Documented): string {
  const { need, onlyWith, sandboxOnly } = setting
  if (sandboxOnly) return 'unset in production'
  if (need === 'required') return onlyWith ? `required with \`${onlyWith}\`` : '**required**'
  const text = defaultText(setting, true)
  if (!text) return 'unset'
  const inDevelopment = defaultText(setting, false)
  const other = inDevelopment === text ? '' : `, in development \`${inDevelopment}\``
  return `\`${text}\`${other}`
}

/** The variables of compose.yaml besides the portal's settings. */
const composeLines = [
  '# Passwords of the database that compose.yaml starts: letters and digits, another for each role. It also sets the three',
  '# addresses of the database.',
  ...['ADMIN', 'OWNER', 'APP', 'SYSTEM', 'BACKUP'].map((role) => `DATABASE_${role}_PASSWORD=`),
]

function envExample(): string {
  const blocks = Object.entries(sections).map(([title, section]) =>
    [`## ${title}`, ...documented(section).map(envLines)].join('\n\n'),
  )
  return `${[
    '# All settings of the portal. `npm run documents` writes this file. Copy it to .env and fill in the required values;',
    '# an empty value counts as missing. For compose.yaml, and for node --env-file=.env (README.md, "In production").',
    '',
    ...composeLines,
    '',
    blocks.join('\n\n'),
  ].join('\n')}\n`
}

function envLines(setting: Documented): string {
  const { name, kind, sentence, need, onlyWith, sandboxOnly } = setting
  const rule = kind(start)
  const isRequired = need === 'required' && !onlyWith
  const value = sandboxOnly ? '' : (defaultText(setting, true) ?? filledIn[name] ?? '')
  return [
    `# ${sentence}`,
    `# Value: ${rule.accepts}${suchAs(setting, rule)}.`,
    isRequired ? '# Required.' : `# Default: ${needText(setting).replaceAll('`', '')}.`,
    `${isRequired ? '' : '# '}${name}=${value}`,
  ].join('\n')
}

/** Without a value, compose.yaml would replace the image's value with an empty one. */
const filledIn: Record<string, string> = { PORTAL_ENV: 'production' }
