import type { InvoiceChanges } from '@portal/domain/changes/changes.schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jointsOf, waterfall } from './waterfall.ts'

const compared = (start: number, ...amounts: number[]) =>
  waterfall({
    currencyIsoCode: 'USD',
    before: [{ invoiceNumber: 'A', serviceMonth: '2026-10', amount: start }],
    causes: amounts.map((amount) => ({ kind: 'price', words: '', amount, lines: [] })),
  } as unknown as InvoiceChanges)

test('a scale begins at zero if the causes are visible, otherwise at a round amount below them', () => {
  expect(compared(100, 100, -50)).toEqual({
    begins: 0,
    before: { from: 0, to: 500 },
    causes: [
      { from: 500, to: 1000, isLess: false },
      { from: 750, to: 1000, isLess: true },
    ],
    after: { from: 0, to: 750 },
  })
  expect(compared(199_099.95, 7210.5).begins).toBe(19_700_000)
})

test('each bar is connected with the end of the previous bar, and none leaves the chart', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 1, maxLength: 12 }),
      (start, amounts) => {
        const { before, causes, after } = compared(start / 100, ...amounts.map((one) => one / 100))
        const ends = [before, ...causes, after]
        for (const { from, to } of ends) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(1000)
        }
        let at = before.to
        for (const cause of causes) {
          const { enters, leaves } = jointsOf(cause)
          expect(enters).toBe(at)
          expect([enters, leaves].toSorted((a, b) => a - b)).toEqual([cause.from, cause.to])
          at = leaves
        }
        expect(at).toBe(after.to)
      },
    ),
  )
})
