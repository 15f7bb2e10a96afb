import type { Company } from '@portal/domain/companies/companies.schema'

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

export function sortedByName(companies: readonly Company[]): Company[] {
  return companies.toSorted(
    (a, b) => byName.compare(a.name, b.name) || byName.compare(a.accountId, b.accountId),
  )
}

/** The companies whose name, account id or former account id contains the search text, ignoring case. */
export function matchingCompanies(companies: readonly Company[], search: string): Company[] {
  const wanted = search.trim().toLowerCase()
  return companies.filter((one) =>
    [one.name, ...accountIdsOf(one)].join('\n').toLowerCase().includes(wanted),
  )
}

/** The account id of a company, and those of companies that were merged into it. */
export const accountIdsOf = ({ accountId, formerAccountIds = [] }: Company) => [
  accountId,
  ...formerAccountIds,
]
