import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { withPart } from '../settings-documents.ts'
import { alerts, type Alert } from './alerts.ts'
import { dashboard } from './dashboard.ts'
import { serviceLevels } from './service-levels.ts'

const root = import.meta.portalRoot

/** Returns the alerting rules, the dashboard, and the documents with the tables of alerts and of service levels. */
export async function monitoringDocuments(): Promise<{ file: string; text: string }[]> {
  return [
    await formatted('deploy/prometheus/portal.rules.yml', 'yaml', rulesFile()),
    { file: join(root, 'deploy/grafana/portal.json'), text: dashboardFile() },
    await withPart('docs/operations.md', 'alerts', alertTable()),
    await withPart('docs/service-levels.md', 'levels', levelTable()),
  ]
}

async function formatted(name: string, parser: string, text: string) {
  const file = join(root, name)
  return { file, text: await format(text, { ...(await resolveConfig(file)), parser }) }
}

const rulesFile = () =>
  [
    '# Written by npm run documents from tools/monitoring/alerts.ts.',
    'groups:',
    '  - name: portal',
    '    rules:',
    ...alerts.map(rule),
  ].join('\n')

/** Writes one line for each panel, so that a diff shows which panel changed. */
function dashboardFile(): string {
  const { panels, ...rest } = dashboard()
  const lines = panels.map((panel) => JSON.stringify(panel)).join(',\n')
  return `${JSON.stringify(rest).slice(0, -1)},"panels":[\n${lines}\n]}\n`
}

/** JSON text is valid YAML. */
const rule = ({ name, severity, summary, runbook, expr, for: during }: Alert) => `
      - alert: ${name}
        expr: ${JSON.stringify(expr)}${during ? `\n        for: ${during}` : ''}
        labels: { severity: ${severity} }
        annotations:
          summary: ${JSON.stringify(summary)}
          runbook: docs/operations.md#${runbook}`

const alertTable = () =>
  [
    '| alert | severity | when | what to do |',
    '|---|---|---|---|',
    ...alerts.map(
      ({ name, severity, summary, runbook }) =>
        `| \`${name}\` | ${severity} | ${summary} | [${headingOf(runbook)}](#${runbook}) |`,
    ),
  ].join('\n')

const headingOf = (anchor: string) => {
  const heading = headings('docs/operations.md').find((one) => anchorOf(one) === anchor)
  if (!heading) throw new Error(`docs/operations.md has no heading for #${anchor}`)
  return heading
}

export const headings = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text]) => text!)

/** Returns the address of a heading within its page, as GitHub forms it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const percent = (share: number) => `${Number((share * 100).toFixed(4))} %`

const levelTable = () =>
  [
    '| what | promise | query |',
    '|---|---|---|',
    ...serviceLevels.map(
      ({ what, objective, query }) =>
        `| ${what} | ${percent(objective)} | \`${query.replaceAll('|', '\\|')}\` |`,
    ),
  ].join('\n')
