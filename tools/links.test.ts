import { expect, test } from 'vitest'
import { findBrokenLinks } from './links.ts'

test('links to missing files and headings, paths of missing files, and unknown decisions are named', () => {
  const unknown = '0008'
  const index = '\n- 0001 Keys: [0001](0001-keys.md)'
  const texts = new Map([
    ['docs/decisions/README.md', index],
    ['docs/a.md', '[b](b.md#in-b) [c](b.md#c) [gone](d.md) `apps/a.ts` `apps/z.ts`'],
    ['docs/b.md', '## In b\n[a](#in-b) [c](#c) [up](../README.md) [web](https://x.y)'],
    ['apps/a.ts', `// Why: decisions 0001 and ${unknown}, not [this](c.md).`],
  ])
  const exists = (path: string) => path === 'README.md' || texts.has(path)
  expect(findBrokenLinks(texts, exists)).toEqual([
    'docs/decisions/README.md: 0001-keys.md',
    'docs/a.md: apps/z.ts',
    'docs/a.md: b.md#c',
    'docs/a.md: d.md',
    'docs/b.md: #c',
    `apps/a.ts: decision ${unknown} is not in docs/decisions/README.md`,
  ])
})
