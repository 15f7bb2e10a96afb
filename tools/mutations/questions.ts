import type { Mutation } from './mutation.ts'

export const questions: readonly Mutation[] = [
  {
    name: 'a question that is sent again has another key',
    file: 'apps/web/src/questions/useDrafts.ts',
    from: "close: () => setDrafts((known) => ({ all: known.all.filter(({ text }) => text !== '') })),",
    to: 'close: () => setDrafts((known) => ({ all: known.all.map((one) => ({ ...one, key: newIdempotencyKey() })) })),',
    finds: 'screens/questions/ask-line.screen.ts',
  },
]
