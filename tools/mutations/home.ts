import type { Mutation } from './mutation.ts'

export const home: readonly Mutation[] = [
  {
    name: 'news lead to the start page',
    file: 'apps/web/src/home/NewsList.tsx',
    from: '<PathLink path={path}>{title}</PathLink>',
    to: '<PathLink path="/">{title}</PathLink>',
    finds: 'screens/home/home.screen.ts',
  },
]
