import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvRow, spreadsheetCell, spreadsheetText } from './csv.ts'

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

test('programs get ISO days and plain decimals, people real dates and numbers', () => {
  const cells = [
    { day: '2026-03-01' },
    { minute: '2026-03-01T18:00:59.123Z' },
    { decimal: '-1234.50' },
    { decimal: '7' },
    3,
    '=1+1',
    '',
  ]
  expect(csvRow(cells)).toBe(`2026-03-01,2026-03-01 18:00,-1234.50,7,3,"'=1+1",""\r\n`)
  expect(cells.map(spreadsheetCell)).toEqual([
    // 46082 is 03/01/2026 in Excel.
    { value: 46082, format: 'mm/dd/yyyy' },
    { value: 46082.75, format: 'mm/dd/yyyy hh:mm' },
    { value: -1234.5, format: '#,##0.00' },
    { value: 7, format: '#,##0' },
    { value: 3, format: 'General' },
    { value: '=1+1', format: '@' },
    { value: undefined, format: '@' },
  ])
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
