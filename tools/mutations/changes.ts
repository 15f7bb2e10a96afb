import type { Mutation } from './mutation.ts'

export const changes: readonly Mutation[] = [
  {
    name: 'the choice of lines to check counts all',
    file: 'apps/web/src/authorization/WhoOrdered.tsx',
    from: '`To check ${toCheck}`',
    to: '`To check ${lines.length}`',
    finds: 'screens/changes/who-ordered.screen.ts',
  },
]
