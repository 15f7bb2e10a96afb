import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'

interface Component {
  name: string
  version: string
  licenses?: object[]
  hashes?: { alg: string; content: string }[]
}

const lock = JSON.parse(
  readFileSync(join(import.meta.portalRoot, 'package-lock.json'), 'utf8'),
) as {
  packages: Record<string, { version: string; integrity: string; dev?: boolean }>
}

test('the bill of materials has exactly the shipped packages, with the hashes of the lock file', () => {
  const bill = billOfMaterials() as unknown as { bomFormat: string; components: Component[] }
  expect(bill.bomFormat).toBe('CycloneDX')
  const byName = new Map(bill.components.map((one) => [one.name, one]))
  const direct = ['server', 'web'].flatMap((app) => {
    const file = join(import.meta.portalRoot, 'apps', app, 'package.json')
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: object }
    return Object.keys(dependencies).filter((name) => !name.startsWith('@portal/'))
  })
  for (const name of [...direct, 'oauth4webapi', 'fontkit']) {
    const { version, integrity } = lock.packages[`node_modules/${name}`]!
    const component = byName.get(name)
    const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    expect(component).toMatchObject({ version, hashes: [{ alg: 'SHA-512', content: hash }] })
    expect(component?.licenses).toHaveLength(1)
  }
  for (const name of ['vitest', 'playwright-core', 'oidc-provider', 'sandbox', 'card-sandbox'])
    expect(byName.has(name), name).toBe(false)
})
