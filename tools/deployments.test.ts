import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSettings } from '../apps/server/src/settings/setting.ts'
import { databases, sections } from '../apps/server/src/settings/settings.ts'

const text = (file: string) => readFileSync(join(import.meta.portalRoot, file), 'utf8')
const kubernetes = text('deploy/kubernetes/portal.yaml')

const secretsOf = Object.fromEntries(
  kubernetes
    .split(/^ {8}- name: /m)
    .slice(1)
    .map((container) => [
      /^\w+/.exec(container)?.[0],
      [...container.matchAll(/secretRef: \{ name: ([\w-]+) \}/g)].map(([, name]) => name),
    ]),
)

test('in Kubernetes each process reads the address of its own role and no other', () => {
  expect(secretsOf).toEqual({
    migrate: ['portal-migrate'],
    web: ['portal', 'portal-web'],
    worker: ['portal', 'portal-worker'],
  })
  for (const { name } of listSettings(databases)) expect(kubernetes).toContain(` ${name}`)
})

test('no deployment holds a value of a secret', () => {
  const secrets = listSettings(sections).filter(({ secret }) => secret)
  for (const { name } of secrets) {
    expect(kubernetes).not.toMatch(new RegExp(`${name}\\s*:`))
    expect(text('Dockerfile')).not.toContain(name)
  }
  const passwords = text('compose.yaml').matchAll(/PASSWORD: (.*)|:\/\/\w+:(.*)@/g)
  const given = [...passwords].map(([, variable, inAddress]) => variable ?? inAddress)
  // Five settings are removed from the portal's processes.
  expect(given.filter((value) => value === "''")).toHaveLength(5)
  const needed = given.filter((value) => value !== "''")
  expect(needed).toHaveLength(10)
  expect(needed.filter((value) => !/^\$\{\w+:\?\}$/.test(value ?? ''))).toEqual([])
})

test('with compose each process gets the addresses that it uses, and no other password of .env', () => {
  const compose = text('compose.yaml')
  const inFile = [...text('.env.example').matchAll(/^(DATABASE_\w+_PASSWORD)=/gm)].map(
    ([, name]) => name,
  )
  expect(inFile).toHaveLength(5)
  const takenAway = /^x-no-passwords: .*\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? ''
  expect([...takenAway.matchAll(/^ {2}(\w+): ''$/gm)].map(([, name]) => name)).toEqual(inFile)
  const addresses = {
    migrate: ['MIGRATION_DATABASE_URL'],
    web: ['DATABASE_URL'],
    worker: ['SYSTEM_DATABASE_URL'],
    portal: ['SYSTEM_DATABASE_URL', 'MIGRATION_DATABASE_URL'],
  }
  for (const [service, own] of Object.entries(addresses)) {
    const [, after = ''] = compose.split(`\n  ${service}:\n`)
    const [, given = ''] = /^(?: {4}.*\n)*? {4}environment:\n((?: {6}.*\n)+)/.exec(after) ?? []
    const names = [...given.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)
    expect(names, service).toEqual(own)
    expect(given).toContain('<<: *no-passwords')
  }
  expect(compose.match(/<<: \*portal$/gm)).toHaveLength(4)
})

test('a new version has its own migration job, because a job cannot be changed', () => {
  expect(kubernetes).toMatch(/kind: Job\nmetadata:\n {2}name: portal-migrate-VERSION\n/)
  expect(kubernetes.match(/image: .*/g)).toEqual(
    Array.from({ length: 3 }, () => 'image: registry.example.com/portal:VERSION@sha256:DIGEST'),
  )
})

test('in Kubernetes no container has more rights than it needs, and only the monitoring reads metrics', () => {
  for (const right of [
    'runAsNonRoot: true',
    'allowPrivilegeEscalation: false',
    'readOnlyRootFilesystem: true',
    'capabilities: { drop: [ALL] }',
    'seccompProfile: { type: RuntimeDefault }',
    'automountServiceAccountToken: false',
  ])
    expect(kubernetes.split(right), right).toHaveLength(4)
  expect(kubernetes).toMatch(/metadata.name: monitoring .*\n {6}ports: \[\{ port: 9464 \}\]/)
})
