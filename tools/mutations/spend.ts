import type { Mutation } from './mutation.ts'

export const spend: readonly Mutation[] = [
  {
    name: 'an arrow key skips a month',
    file: 'apps/web/src/spend/SpendChart.tsx',
    from: 'focus(Math.max(0, month - 1))',
    to: 'focus(Math.max(0, month - 2))',
    finds: 'screens/spend/spend.screen.ts',
  },
  {
    name: 'figures of all invoices say that they are of some',
    file: 'apps/web/src/spend/SpendScreen.tsx',
    from: 'figures?.isOfVisible &&',
    to: 'figures && !figures.isOfVisible &&',
    finds: 'screens/spend/spend.screen.ts',
  },
]
