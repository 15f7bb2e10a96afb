import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statementDescriptorSuffix } from './statement-descriptor.ts'

test.each([
  ['INV-1', 'INV-1'],
  ['MTS-S003', 'MTS-S003'],
  ['0001234', 'INV 001234'],
  ['1234', 'INV 1234'],
  ['MTS-10412-1806', 'INV 1806'],
  ['MTS-10412-A1806', 'A1806'],
  ['2026-11-000123-US', '000123-US'],
  ['INV1234567890', 'INV 567890'],
  ['Å-17', 'A-17'],
  ['発票42', 'INV 42'],
  ['発票', 'INVOICE'],
  ['*<>"', 'INVOICE'],
  ["a'b\\c", 'abc'],
])('%s is %s on the card statement', (number, suffix) => {
  expect(statementDescriptorSuffix(number)).toBe(suffix)
})

test('the provider accepts the suffix of every number, also with the longest prefix', () => {
  const number = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 64 }),
    fc.string({ maxLength: 64 }),
  )
  fc.assert(
    fc.property(number, (text) => {
      const suffix = statementDescriptorSuffix(text)
      expect(suffix).toMatch(/^[\x20-\x7e]+$/)
      expect(suffix).toMatch(/[A-Za-z]/)
      expect(suffix).not.toMatch(/[<>\\'"*]/)
      expect(suffix.length).toBeLessThanOrEqual(22 - 'TENLETTERS* '.length)
      expect(suffix).toBe(suffix.trim())
    }),
  )
})
