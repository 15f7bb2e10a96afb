import { expect, test } from 'vitest'
import { bill, bookedLine } from '../../test/bills.ts'

test('texts of lines are compared without repeated blanks, up to the length that a screen shows', () => {
  const run = ' \t\n'.repeat(2000)
  const { lines } = bill('2026-11', [
    bookedLine(`TT${run}Pro`, `Ana${run}Kim`, 1, 100, { description: `${run}x` }),
    bookedLine('p'.repeat(1000), '', 1, 100, { description: 'd'.repeat(1000) }),
  ])
  expect(lines).toMatchObject([
    {
      productName: 'TT Pro',
      description: 'x',
      note: 'Ana Kim',
      words: { product: 'tt pro', names: ['ana', 'kim'] },
    },
    { productName: 'p'.repeat(300), words: { description: 'd'.repeat(300) } },
  ])
})
