import type { Mutation } from './mutation.ts'

export const attention: readonly Mutation[] = [
  {
    name: 'the item that was shown is not sent',
    file: 'apps/web/src/attention/attention.api.ts',
    from: ', shown: shownItem(item)',
    to: '',
    finds: 'screens/attention/attention.screen.ts',
  },
]
