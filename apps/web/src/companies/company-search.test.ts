import { expect, test } from 'vitest'
import { matchingCompanies, sortedByName } from './company-search.ts'

const companies = [
  { accountId: '10412', name: 'aldgate Capital' },
  { accountId: '7', name: 'Zephyr' },
  { accountId: '88', name: 'Aldgate Brokers', formerAccountIds: ['550'] },
]

test('companies are listed by name, ignoring case', () => {
  expect(sortedByName(companies).map(({ accountId }) => accountId)).toEqual(['88', '10412', '7'])
})

test('a search finds a company by name, by account id, or by the account id of a merged company', () => {
  expect(matchingCompanies(companies, ' ALDGATE ')).toHaveLength(2)
  expect(matchingCompanies(companies, '104')).toEqual([companies[0]])
  expect(matchingCompanies(companies, '55')).toEqual([companies[2]])
  expect(matchingCompanies(companies, '')).toHaveLength(3)
  expect(matchingCompanies(companies, 'nobody')).toEqual([])
})
