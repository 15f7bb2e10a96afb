import type { Day } from '@portal/domain/kernel/day'
import type { Person } from '../people.ts'
import { openInvoice } from './open-invoice.ts'
import { companyRecords } from './company-records.ts'

/** A company with two payers and three invoices, whose bank requires authentication for each. */
interface AskedCompany {
  accountId: string
  name: string
  payer: Person
  colleague: Person
  invoices: readonly [string, string, string]
}

function company(accountId: string, word: string): AskedCompany {
  const person = (firstName: string, lastName: string): Person => ({
    email: `${firstName}.${lastName}@${word}.example`.toLowerCase(),
    firstName,
    lastName,
  })
  return {
    accountId,
    name: `${word} Brokers`,
    payer: person('Nora', 'Berg'),
    colleague: person('Karl', 'Holm'),
    invoices: [`${word}-1`, `${word}-2`, `${word}-3`],
  }
}

export const stork = company('20016', 'Stork')
// No journey uses this company, but without its records the ids in the recorded answers would change.
const tern = company('20017', 'Tern')

/** The records of the journeys about bank authentication. */
export function* askedCompanyRecords(today: Day) {
  for (const { accountId, name, payer, colleague, invoices } of [stork, tern]) {
    yield* companyRecords({ accountId, name }, [payer, colleague])
    for (const [at, number] of invoices.entries())
      yield openInvoice(today, accountId, number, `${100 + at}.00`)
  }
}
