import type { Mutation } from './mutation.ts'

export const companies: readonly Mutation[] = [
  {
    name: 'the search ignores account ids',
    file: 'apps/web/src/companies/company-search.ts',
    from: 'isFound(one.name, ...accountIdsOf(one))',
    to: 'isFound(one.name)',
    finds: 'screens/companies/act-for-company.screen.ts',
  },
]
