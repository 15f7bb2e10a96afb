import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.portalRoot
const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
const sections: Record<string, string[]> = {
  Server: ['apps/server'],
  Page: ['apps/web'],
  Domain: ['packages/domain'],
  'Stand-ins': ['packages/card-sandbox', 'apps/sandbox'],
}

for (const [title, folders] of Object.entries(sections))
  test(`the packages of ${folders.join(' and ')} are those of the document, each with its reason and upkeep`, () => {
    const section = text.split('\n## ').find((one) => one.startsWith(title)) ?? ''
    const rows = section.split('\n').filter((line) => line.startsWith('- '))
    const parts = rows.map((row) => /^- (\S+) \(\d{4}(?:-\d\d)?, .+\): \S/.exec(row)?.[1] ?? row)
    expect(parts.sort()).toEqual(folders.flatMap(packagesOf).sort())
  })

test('every package is imported somewhere', () => {
  for (const folder of Object.values(sections).flat()) {
    const sources = sourcesBelow(join(root, folder)).map((file) => readFileSync(file, 'utf8'))
    // A template contains the names of the fonts of one family.
    const nameIn = (name: string) => name.replace(/^@fontsource-variable\/(noto-sans-).*/, '$1')
    const unused = packagesOf(folder).filter(
      (name) => !sources.some((source) => source.includes(nameIn(name))),
    )
    expect(unused, folder).toEqual([])
  }
})

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesBelow(path)
    return /\.(tsx?|mjs|css|html)$/.test(entry.name) ? [path] : []
  })
}

function packagesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as { dependencies?: Record<string, string> }
  return Object.keys(dependencies).filter((name) => !name.startsWith('@portal/'))
}

test('every package of the lock file accepts the oldest Node of the README', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } }>
  }
  const newer = Object.entries(packages).filter(([, { engines }]) =>
    /^(?:>=? ?|\^|~)?(?:2[1-9]|[3-9]\d|20\.[2-9]\d)/.test(engines?.node ?? ''),
  )
  expect(newer).toEqual([])
})
