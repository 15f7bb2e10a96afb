import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Returns the selectors in which `*` follows `:has()`. One of them anywhere makes Chromium compute the styles of the whole
 * page again when elements are added or removed: of three times as many elements during a sort of invoices.
 */
function wholePageSelectors(sheet: string): string[] {
  const found: string[] = []
  const around: string[] = []
  for (const [, part = '', end] of sheet
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .matchAll(/([^{};]*)([{};]|$)/g)) {
    if (end === '}') around.pop()
    if (end !== '{') continue
    around.push(part.trim())
    const whole = around.filter((one) => !one.startsWith('@')).join(' ')
    if (part.trim().startsWith('@') || !whole.includes(':has(')) continue
    // Only the last element of a selector is of interest, not what is asked about it.
    const plain = whole.replaceAll(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '()')
    if (plain.split(',').some((one) => /:has.*[\s>+~]\*$/.test(one.trim()))) found.push(whole)
  }
  return found
}

test('a selector with `*` after `:has()` is found, also when it is nested', () => {
  expect(
    wholePageSelectors(
      '.a:has(> b) { & > * { top: 0 } } .a:has(b) ~ * { top: 0 } .c:has(* + i) > i { top: 0 }',
    ),
  ).toEqual(['.a:has(> b) & > *', '.a:has(b) ~ *'])
  expect(
    wholePageSelectors('.a > :has(b) { top: 0 } .a > * { top: 0 } .b:not(:has(> *)) {}'),
  ).toEqual([])
})

test('no style sheet of the page has one', () => {
  const folder = join(import.meta.portalRoot, 'apps/web/src')
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  expect(sheets.length).toBeGreaterThan(50)
  const found = sheets.flatMap((sheet) =>
    wholePageSelectors(readFileSync(join(folder, sheet), 'utf8')).map((one) => `${sheet}: ${one}`),
  )
  expect(found).toEqual([])
})
