import type { Mutation } from './mutation.ts'

export const changes: readonly Mutation[] = [
  {
    name: 'the lines join the wrong ends of the bars',
    file: 'apps/web/src/changes/waterfall.ts',
    from: 'isLess ? { enters: to, leaves: from }',
    to: 'isLess ? { enters: from, leaves: to }',
    finds: 'screens/changes/why-changed.screen.ts',
  },
  {
    name: 'the note about hidden invoices is shown to the wrong readers',
    file: 'apps/web/src/changes/WhyChanged.tsx',
    from: '{data.isOfVisible && <small>',
    to: '{!data.isOfVisible && <small>',
    finds: 'screens/changes/why-changed.screen.ts',
  },
  {
    name: 'the choice of lines to check counts all',
    file: 'apps/web/src/authorization/WhoOrdered.tsx',
    from: '`To check ${toCheck}`',
    to: '`To check ${lines.length}`',
    finds: 'screens/changes/who-ordered.screen.ts',
  },
]
