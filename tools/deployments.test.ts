import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSettings } from '../apps/server/src/settings/setting.ts'
import { databases, sections } from '../apps/server/src/settings/settings.ts'

const text = (file: string) => readFileSync(join(import.meta.portalRoot, file), 'utf8')
const kubernetes = text('deploy/kubernetes/portal.yaml')

/** The Secrets that each container of the example reads. */
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
  expect(given).toHaveLength(5)
  expect(given.filter((value) => !/^\$\{\w+:\?\}$/.test(value ?? ''))).toEqual([])
})
