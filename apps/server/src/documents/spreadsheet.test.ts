import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { elements } from '../../test/documents/parse-xml.ts'
import { readSpreadsheet } from '../../test/documents/read-spreadsheet.ts'
import { writeSpreadsheet, type Row, type Spreadsheet } from './spreadsheet.ts'

const spreadsheet: Spreadsheet = {
  name: 'Sales <1>',
  author: 'Ana & Paula',
  created: new Date('2026-11-21T08:00:00.123Z'),
  columns: [
    { width: 20, format: '@' },
    { width: 12.5, format: '#,##0.00##' },
  ],
  frozenRows: 1,
  rows: [],
}

async function read(changes: Partial<Spreadsheet>) {
  const out = new PassThrough()
  const written = writeSpreadsheet({ ...spreadsheet, ...changes }, out)
  const [bytes] = await Promise.all([buffer(out), written])
  return readSpreadsheet(bytes)
}

test('every file of the package has a content type, and every relationship a target', async () => {
  const { parts } = await read({ rows: [['a', 1]] })
  const paths = [...parts.keys()]
  expect(paths[0]).toBe('[Content_Types].xml')
  const typed = elements(parts.get('[Content_Types].xml')!, 'Override').map(({ attributes }) =>
    attributes['PartName']?.slice(1),
  )
  const related = paths
    .filter((path) => path.endsWith('.rels'))
    .flatMap((path) => {
      const folder = posix.join(posix.dirname(path), '..')
      const targets = elements(parts.get(path)!, 'Relationship')
      return targets.map(({ attributes }) => posix.join(folder, attributes['Target'] ?? ''))
    })
  const expected = paths.filter((path) => !/^\[|\.rels$/.test(path)).sort()
  expect(typed.sort()).toEqual(expected)
  expect(related.sort()).toEqual(expected)
})

test('the properties name the author and the moment', async () => {
  const { parts, name } = await read({})
  expect(name).toBe('Sales <1>')
  const core = parts.get('docProps/core.xml')!
  const text = (tag: string) => elements(core, tag)[0]?.text
  expect(text('dc:creator')).toBe('Ana & Paula')
  expect(text('cp:lastModifiedBy')).toBe('Ana & Paula')
  expect(text('dcterms:created')).toBe('2026-11-21T08:00:00Z')
  expect(text('dcterms:modified')).toBe('2026-11-21T08:00:00Z')
})

test('a cell takes its format from its column unless it has one', async () => {
  const styled = { value: 2.5, style: { format: '0.0%', align: 'right' } } as const
  const sheet = await read({ rows: [['a', 1], [], [undefined, styled]] })
  expect(sheet.widths).toEqual([20, 12.5])
  expect(sheet.rows.map((row) => row.map((cell) => cell.value))).toEqual([
    ['a', 1],
    [],
    [undefined, 2.5],
  ])
  expect(sheet.cell('A1').format).toBe('@')
  expect(sheet.cell('B1')).toMatchObject({ format: '#,##0.00##', align: undefined })
  expect(sheet.cell('B3')).toMatchObject({ format: '0.0%', align: 'right' })
})

test('rows are frozen only on request', async () => {
  expect((await read({ frozenRows: 0 })).pane).toEqual({})
  expect((await read({ frozenRows: 3 })).pane).toMatchObject({ ySplit: '3', topLeftCell: 'A4' })
})

test('columns after Z have two letters, and a row cannot have more cells than columns', async () => {
  const columns = Array.from({ length: 28 }, () => ({ width: 9, format: 'General' }))
  const row = columns.map((_, index) => index)
  const sheet = await read({ columns, rows: [row] })
  expect(['Z1', 'AA1', 'AB1'].map((name) => sheet.cell(name).value)).toEqual([25, 26, 27])
  const out = new PassThrough()
  await expect(writeSpreadsheet({ ...spreadsheet, rows: [row] }, out)).rejects.toThrow(
    'Row 1 has more cells than the sheet has columns',
  )
})

test('rows are read on demand: a slow reader keeps few of them in memory', async () => {
  const total = 10_000
  let made = 0
  function* rows(): Generator<Row> {
    // Random data, so that the compressed file grows with every row.
    for (; made < total; made += 1) yield [randomBytes(400).toString('base64'), made]
  }
  const taken: { made: number; bytes: number }[] = []
  let bytes = 0
  const slow = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length
      taken.push({ made, bytes })
      setImmediate(done)
    },
  })
  await writeSpreadsheet({ ...spreadsheet, rows: rows() }, slow)
  const waiting = taken.map((at) => at.made - (at.bytes / bytes) * total)
  expect(made).toBe(total)
  expect(taken.length).toBeGreaterThan(100)
  expect(Math.max(...waiting)).toBeLessThan(total / 20)
})
