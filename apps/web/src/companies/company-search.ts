import type { Company } from '@portal/domain/companies/companies.schema'
import { finder } from '../kernel/find.ts'

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

export function sortedByName(companies: readonly Company[]): Company[] {
  return companies.toSorted(
    (a, b) => byName.compare(a.name, b.name) || byName.compare(a.accountId, b.accountId),
  )
}

/** The companies whose name, account id or former account id contains the words of the search. */
export function matchingCompanies(companies: readonly Company[], search: string): Company[] {
  const isFound = finder(search)
  return companies.filter((one) => isFound(one.name, ...accountIdsOf(one)))
}

/** The account id of a company, and those of companies that were merged into it. */
export const accountIdsOf = ({ accountId, formerAccountIds = [] }: Company) => [
  accountId,
  ...formerAccountIds,
]
