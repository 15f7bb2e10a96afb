import type { Mutation } from './mutation.ts'

export const attention: readonly Mutation[] = [
  {
    name: 'the balance that was shown is not sent',
    file: 'apps/web/src/attention/ExplainDialog.tsx',
    from: '...(balanceCents !== null && { balanceCents }),',
    to: '',
    finds: 'screens/attention/attention.screen.ts',
  },
]
