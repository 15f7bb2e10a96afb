import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { directions, findBrokenImports } from './boundaries.ts'
import { findCircles } from './import-circles.ts'

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'portal-boundaries-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['packages', 'apps', 'tools', 'e2e', 'bench']) mkdirSync(join(root, folder))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test.each([
  ['apps/server/src/invoices/a.ts', "import { x } from '../../../sandbox/src/cast.ts'"],
  ['apps/server/src/app.ts', "import { x } from '@portal/card-sandbox/start-cards'"],
  ['apps/web/src/a.tsx', "import type { x } from '@portal/card-sandbox/start-cards'"],
  ['packages/domain/src/a.ts', "import { x } from '@portal/card-sandbox/start-cards'"],
  ['packages/card-sandbox/src/a.ts', "import { x } from '@portal/domain/kernel/day'"],
  ['packages/card-sandbox/src/a.ts', "import { x } from '../../../apps/sandbox/src/cast.ts'"],
  ['apps/web/src/a.tsx', "import { x } from '../../server/src/app.ts'"],
  ['apps/web/src/a.tsx', "import { Invoice } from '@portal/domain/invoices/invoices.schema'"],
  ['packages/domain/src/kernel/a.ts', "import { x } from '../session/b.ts'"],
  ['packages/domain/src/invoices/a.ts', "import type { X } from '../payments/b.ts'"],
  ['packages/domain/src/invoices/invoices.calls.ts', "import { x } from '../calls.ts'"],
  ['apps/web/src/api/a.ts', "import { x } from '../session/b.ts'"],
  ['apps/web/src/session/a.tsx', "const x = import('../team/b.tsx')"],
  ['apps/web/src/invoices/a.tsx', "import { x } from '../payments/b.tsx'"],
  ['packages/domain/src/kernel/a.ts', "import { x } from '../../../../apps/server/src/app.ts'"],
  ['apps/server/src/platform/a.ts', "import { x } from '../invoices/status.ts'"],
  ['apps/server/src/invoices/a.ts', "import {\n  x,\n} from '../payments/charge.ts'"],
  ['apps/server/src/invoices/a.ts', "const x = await import('../payments/charge.ts')"],
  ['apps/server/src/invoices/a.ts', "import { x } from '../documents/sheet.ts'"],
  ['apps/server/src/app.ts', "import { x } from './documents/sheet.ts'"],
  ['apps/server/src/equipment/a.ts', "import { x } from '../documents/documents.ts'"],
  ['apps/server/src/licenses/a.ts', "import { x } from '../payments/charge.ts'"],
  ['apps/server/src/documents/a.ts', "import { x } from '../invoices/status.ts'"],
  ['apps/server/src/documents/a.ts', "import { x } from '../session/access.ts'"],
  ['apps/server/src/documents/a.ts', "import type { Config } from '../config.ts'"],
  ['apps/server/src/platform/mail/a.ts', "import { x } from '../http/b.ts'"],
  ['apps/server/src/platform/a.ts', "import { x } from './http/b.ts'"],
  ['apps/server/src/payments/receipts/a.ts', "import { x } from '../charge/b.ts'"],
  ['apps/server/src/payments/cards/a.ts', "import { x } from '../charge/b.ts'"],
  ['apps/server/src/payments/events/a.ts', "import type { X } from '../cards/b.ts'"],
  ['apps/server/src/payments/charge/a.ts', "import type { X } from '../batch/b.ts'"],
  ['apps/server/src/payments/batch/a.ts', "import { x } from '../autopay/b.ts'"],
  ['apps/server/src/payments/balance/a.ts', "import { x } from '../charge/b.ts'"],
  ['apps/server/src/payments/refunds/a.ts', "import { x } from '../receipts/b.ts'"],
])('%s is refused: %s', (path, text) => {
  expect(findBrokenImports(tree({ [path]: text }))).toEqual([expect.stringContaining(path)])
})

test('no slices may use each other in a circle', () => {
  for (const table of directions) expect(findCircles(new Map(Object.entries(table)))).toEqual([])
})

test('imports in the right direction are allowed', () => {
  const files = {
    'apps/web/src/a.tsx': "import type { Invoice } from '@portal/domain/invoices/invoices.schema'",
    'apps/server/src/payments/a.ts':
      "import { x } from '../invoices/b.ts'\nimport { y } from '../session/c.ts'",
    'apps/server/src/licenses/documents/a.ts':
      "import { x } from '../../documents/documents.ts'\nimport { y } from '../b.ts'",
    'apps/server/src/documents/documents.ts':
      "import { x } from './sheet.ts'\nimport { y } from '../platform/c.ts'",
    'apps/server/src/payments/autopay/a.ts':
      "import { x } from '../batch/b.ts'\nimport { y } from '../receipts/c.ts'\nimport { z } from './d.ts'",
    'apps/server/src/payments/charge/a.test.ts': "import { x } from '../autopay/b.ts'",
    'apps/server/src/platform/a.ts':
      "import type { Config } from '../config.ts'\nimport pg from 'pg'",
    'tools/a.ts': "import { x } from '../apps/sandbox/src/cast.ts'",
    'apps/sandbox/src/main.ts': "import { x } from '@portal/card-sandbox/start-cards'",
    'apps/server/src/payments/a.test.ts': "import { x } from '@portal/card-sandbox/start-cards'",
  }
  expect(findBrokenImports(tree(files))).toEqual([])
})

test.each([
  ['a type', "import type { B } from './b.ts'", "import { a } from './a.ts'"],
  ['a type among values', "import {\n  b,\n  type B,\n} from './b.ts'", "import './a.ts'"],
  ['a re-export', "export { b } from './b.ts'", "export type { A } from './a.ts'"],
  ['everything', "export * from './b.ts'", "import * as a from './a.ts'"],
  ['a later import', "const b = () => import('./b.ts')", "import type A from './a.ts'"],
  ['a type in place', "let b: import('./b.ts').B", "type A = typeof import('./a.ts')"],
])('files that import each other for %s are reported as a circle', (_, a, b) => {
  const files = { 'apps/web/src/a.ts': a, 'apps/web/src/b.ts': b }
  expect(findBrokenImports(tree(files))).toEqual([
    'These files import each other in a circle: apps/web/src/a.ts, apps/web/src/b.ts',
  ])
})

test('a circle is found across packages, tests and spellings of a path', () => {
  const files = {
    'packages/domain/src/kernel/a.ts': "import { b } from '@portal/domain/kernel/b'",
    'packages/domain/src/kernel/b.ts': "import type { A } from './a.ts'",
    'apps/web/src/Screen.tsx': "import { Part } from './Part.tsx'\nimport './Screen.css'",
    'apps/web/src/Part.tsx': "import { List } from './List.tsx'",
    'apps/web/src/List.tsx': "import type { Change } from './Screen.tsx'",
    'e2e/c.test.ts': "import { d } from './d.ts'",
    'e2e/d.ts': "import { c } from './c.test.ts'",
  }
  expect(findBrokenImports(tree(files))).toEqual([
    expect.stringMatching(/: packages\/domain\/src\/kernel\/a.ts, \S+\/b.ts$/),
    expect.stringMatching(/: apps\/web\/src\/List.tsx, \S+\/Part.tsx, \S+\/Screen.tsx$/),
    expect.stringMatching(/: e2e\/c.test.ts, e2e\/d.ts$/),
  ])
})

test('a component that takes its types from a file beside the screen is not a circle', () => {
  const files = {
    'apps/web/src/Screen.tsx': "import { Part } from './Part.tsx'\nimport type { S } from './s.ts'",
    'apps/web/src/Part.tsx': "import type { S } from './s.ts'",
    'apps/web/src/s.ts': "import { kernel } from '@portal/domain/kernel/day'",
    'packages/domain/src/kernel/day.ts': '',
  }
  expect(findBrokenImports(tree(files))).toEqual([])
})

test('the project itself follows the rules', () => {
  expect(findBrokenImports(import.meta.portalRoot)).toEqual([])
})
