import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Returns the selectors that end, after `:has()`, with an element without a class or attribute, such as `*`,
 * `div` or `[role='row']`. Whenever the result of any `:has()` changes, Chromium computes the styles of all such elements
 * again, because it remembers only what follows `:has()`, not its argument: three of these selectors made a sort of
 * invoices compute 250 elements instead of 60, six times.
 */
function broadSelectors(sheet: string): string[] {
  const found: string[] = []
  const around: string[] = []
  for (const [, part = '', end] of sheet
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .matchAll(/([^{};]*)([{};]|$)/g)) {
    if (end === '}') around.pop()
    if (end !== '{') continue
    around.push(part.trim())
    const whole = around
      .filter((one) => !one.startsWith('@'))
      .join(' ')
      .replaceAll(' &', '')
    if (part.trim().startsWith('@') || !whole.includes(':has(')) continue
    // Only the last element of a selector matters, without the arguments of its pseudo-classes.
    const plain = whole.replaceAll(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, (asked) =>
      asked.includes(':has(') ? '(:has)' : '()',
    )
    if (
      plain
        .split(',')
        .some((one) => /:has.*[\s>+~](?![^\s>+~]*(?:\.|\[(?!role)))\S+$/.test(one.trim()))
    )
      found.push(whole)
  }
  return found
}

test('a broad selector after `:has()` is found, also when it is nested', () => {
  const broad = [
    '.a:has(b) ~ *',
    '.c:has(* + i) > i',
    ".d:not(:has(i)) [role='row']",
    '.e:is([data-x], :has(i)) > :not([data-y])',
  ]
  expect(
    broadSelectors([...broad, '.a:has(> b) { & > *'].map((one) => `${one} { top: 0 }`).join('\n')),
  ).toEqual([...broad, '.a:has(> b) > *'])
  expect(
    broadSelectors(
      '.a > :has(b) { top: 0 } .a > * { top: 0 } .b:not(:has(> *)) {} .c:has(b) > i.d {} .c:has(b) [data-e] {}',
    ),
  ).toEqual([])
})

test('no style sheet of the page has one', () => {
  const folder = join(import.meta.portalRoot, 'apps/web/src')
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  expect(sheets.length).toBeGreaterThan(50)
  const found = sheets.flatMap((sheet) =>
    broadSelectors(readFileSync(join(folder, sheet), 'utf8')).map((one) => `${sheet}: ${one}`),
  )
  expect(found).toEqual([])
})
