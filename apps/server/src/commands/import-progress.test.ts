import { expect, test } from 'vitest'
import { progressLine } from './import-progress.ts'
import { groupedDecimal, printable, table } from './printing.ts'

const progress = { bytes: 5_000_000, totalBytes: 20_000_000, records: 12_000, merging: false }

test('progress shows how much has been read, and how fast', () => {
  expect(progressLine(progress, 2000)).toBe(
    '[######..................] 25 %  5.0 of 20.0 MB, 12,000 records, 6,000/s',
  )
  expect(progressLine({ ...progress, totalBytes: undefined }, 2000)).toBe(
    '5.0 MB, 12,000 records, 6,000/s',
  )
  expect(progressLine({ ...progress, merging: true }, 2000)).toBe('Merging 12,000 records …')
})

test('columns align, digits stay exact and control characters are escaped', () => {
  expect(table(['record', 'n'], [['a', '12,345']])).toBe('record       n\na       12,345')
  expect(groupedDecimal('-99999999999900.05')).toBe('-99,999,999,999,900.05')
  expect(printable('a\u001b[2J\u202eb\u0007日')).toBe('a\\u001b[2J\\u202eb\\u0007日')
})
