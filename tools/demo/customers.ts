import { companies } from '../../apps/sandbox/src/cast.ts'
import type { Customer } from './monthly-invoices.ts'

const named = (domain: string) => {
  const company = companies.find((known) => known.domain === domain)
  if (!company) throw new Error(`the cast knows no company of ${domain}`)
  return { accountId: company.accountId, name: company.name }
}

/** Pays late: has invoices in every aging bucket. */
export const aldgate: Customer = {
  ...named('aldgate.example'),
  customerNumbers: ['ALD-001', 'ALD-002', 'ALD-003'],
  currencies: ['USD', 'EUR', 'GBP'],
  monthly: 6.4,
  paysAfter: 4,
  seed: 10412,
}

/** Pays on the due date: nothing is overdue, so it may enroll in AutoPay. */
export const fairhaven: Customer = {
  ...named('fairhaven.example'),
  customerNumbers: ['FHM-10', 'FHM-11'],
  currencies: ['USD', 'GBP'],
  monthly: 3.3,
  paysAfter: 0,
  seed: 10458,
}

/** Small, and slow to pay. */
export const brightwater: Customer = {
  ...named('brightwater.example'),
  customerNumbers: ['0000815'],
  currencies: ['USD', 'EUR'],
  monthly: 1.4,
  paysAfter: 40,
  seed: 10415,
}
