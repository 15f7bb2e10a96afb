import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startTestPortal } from '../../apps/server/test/portal/portal.ts'
import { addBusinessMetrics } from '../../apps/server/src/integration/business-metrics.ts'
import { addWorkMetrics, webMetrics } from '../../apps/server/src/platform/work/metrics.ts'
import { WorkRecord } from '../../apps/server/src/platform/work/repeat.ts'
import { alerts } from './alerts.ts'
import { dashboardRows } from './dashboard.ts'
import { anchorOf, headings } from './monitoring-documents.ts'
import { declaredMetrics, unknownNames, type Declared } from './promql-names.ts'
import { serviceLevels } from './service-levels.ts'

const root = import.meta.portalRoot
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const rules = text('deploy/prometheus/portal.rules.yml')

let metrics: string
let declared: Declared

beforeAll(async () => {
  const portal = await startTestPortal()
  await portal.stranger.get('/health/live')
  const registry = webMetrics(portal.app, portal.deps)
  addBusinessMetrics(registry, portal.system)
  const run = () => Promise.resolve(0)
  addWorkMetrics(registry, [{ name: 'a work', everySeconds: 1, run }], new WorkRecord())
  metrics = await registry.metrics()
  declared = declaredMetrics(metrics)
  await portal.close()
})

test('a name that no process reports is found', () => {
  const unknownIn = (expr: string) => unknownNames(expr, declared)
  expect(unknownIn('max(portal_none) > 0 and on (where) portal_payments_open')).toEqual([
    'where',
    'portal_none',
  ])
  expect(unknownIn('rate(portal_request_seconds_count{rout="/a", status=~"5.."}[5m])')).toEqual([
    'portal_request_seconds_count{rout}',
  ])
  expect(unknownIn('portal_request_seconds')).toEqual(['portal_request_seconds'])
})

test('every metric and label of the alerts, the dashboard and the service levels is reported', () => {
  const panels = Object.values(dashboardRows).flat()
  const legends = panels.flatMap(({ queries }) => Object.keys(queries).join(' '))
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...panels.flatMap(({ queries }) => Object.values(queries)),
    ...serviceLevels.map(({ query }) => query),
  ]
  expect(expressions.flatMap((expr) => unknownNames(expr, declared))).toEqual([])
  const labels = new Set([...declared.values()].flatMap((own) => [...own]))
  for (const [, label] of legends.join(' ').matchAll(/\{\{(\w+)\}\}/g))
    expect(labels).toContain(label)
})

test('every work that an alert names is one of the worker', () => {
  const worker = text('apps/server/src/main.worker.ts')
  const named = [...rules.matchAll(/work="([^"]+)"/g)].map(([, work]) => work)
  expect(named.length).toBeGreaterThan(0)
  for (const work of named) expect(worker).toContain(`name: '${work}'`)
})

/** Names in SQL that start like metrics. */
const noMetrics = /^portal_(app|owner|system|backup|restored|user|id|instance|now)$/

test('every metric that the documents name is reported', () => {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const files = ['README.md', ...inDocs.map((name) => join('docs', name))].filter((name) =>
    name.endsWith('.md'),
  )
  const named = files.flatMap((file) =>
    [...text(file).matchAll(/\bportal_[a-z_]+\b/g)].flatMap(([name]) =>
      noMetrics.test(name) ? [] : { file, name },
    ),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(({ name }) => !declared.has(name))).toEqual([])
})

test('every runbook is a heading of its document, with a text', () => {
  const runbooks = [...rules.matchAll(/runbook: (\S+)#(\S+)/g)]
  expect(runbooks).toHaveLength(alerts.length)
  for (const [, file, anchor] of runbooks) {
    const heading = headings(file!).find((one) => anchorOf(one) === anchor)
    expect(heading, anchor).toBeDefined()
    const [, below = ''] = text(file!).split(`# ${heading}\n`)
    expect(below.split(/^#/m)[0]!.length, anchor).toBeGreaterThan(200)
  }
})

test('every alert fires in a test of the rules', () => {
  const tested = text('deploy/prometheus/portal.test.yml')
  const expected = new Set([...tested.matchAll(/'\{alertname="(\w+)"\}'/g)].map(([, name]) => name))
  expect([...expected].sort()).toEqual(alerts.map(({ name }) => name).sort())
})

function promtool(args: string[], input = ''): string {
  const cwd = join(root, 'deploy/prometheus')
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, input, encoding: 'utf8' })
  return status === 0 ? '' : `${status} ${stdout}${stderr}`
}
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
if (!hasPromtool)
  console.error(
    'promtool was not found, so the tests of the alerting rules are skipped. It is in the package prometheus of Debian.',
  )

test.skipIf(!hasPromtool)('promtool accepts the rules and the example configuration', () => {
  for (const args of [
    ['check', 'rules', 'portal.rules.yml'],
    ['check', 'config', 'prometheus.yml'],
  ])
    expect(promtool(args)).toBe('')
})

test.skipIf(!hasPromtool)('promtool: alerts fire when they should, and only then', () => {
  expect(promtool(['test', 'rules', 'portal.test.yml'])).toBe('')
})

test.skipIf(!hasPromtool)('promtool: the names of the metrics follow the conventions', () => {
  const ours = metrics.split('\n\n').filter((one) => one.includes('# TYPE portal_'))
  expect(ours.length).toBeGreaterThan(30)
  expect(promtool(['check', 'metrics'], `${ours.join('\n')}\n`)).toBe('')
})
