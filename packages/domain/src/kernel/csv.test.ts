import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvRow, spreadsheetText } from './csv.ts'

test.each([
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\uff1d1',
  '\u22121',
])('%j does not run as a formula', (text) => {
  expect(spreadsheetText(text)).toBe(`'${text}`)
})

test.each(['Desk 5', '5=5', 'a@b.example', '', '1-2', "O'Neil"])('%j is unchanged', (text) => {
  expect(spreadsheetText(text)).toBe(text)
})

test('numbers, also negative ones, stay numbers; text is quoted', () => {
  expect(csvRow(['a "b"', -5, { decimal: '-12.50' }, 'x\ny'])).toBe(
    '"a ""b""",-5,-12.50,"x\ny"\r\n',
  )
})

const shared = join(import.meta.portalRoot, '../shared/data/hostile/formula-injection.json')

describe.skipIf(!existsSync(shared))('the hostile formulas of the shared data', () => {
  const { dangerous } = existsSync(shared)
    ? (JSON.parse(readFileSync(shared, 'utf8')) as { dangerous: string[] })
    : { dangerous: [] }
  test('no text that starts like a formula runs', () => {
    const starting = dangerous.filter((text) =>
      /^[\s\u00a0]*[=+@\-\uff1d\uff0b\uff0d\uff20\u2013]/.test(text),
    )
    expect(starting.length).toBeGreaterThan(10)
    for (const text of starting) expect(spreadsheetText(text)).toBe(`'${text}`)
  })
})
