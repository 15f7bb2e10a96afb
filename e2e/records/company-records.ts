import type { Permission } from '@portal/domain/kernel/permissions'
import type { Person } from '../people.ts'

interface Company {
  accountId: string
  name: string
}

/** A company and its users, who pay its invoices unless they have other permissions. */
export function* companyRecords(
  { accountId, name }: Company,
  people: readonly Person[],
  permissions: readonly Permission[] = ['AccessInvoices', 'PayInvoices'],
) {
  yield { record: 'company', accountId, name }
  const invoiceCategories = permissions.includes('AccessInvoices') && ['License']
  for (const person of people)
    yield {
      record: 'user',
      ...person,
      accountId,
      permissions,
      ...(invoiceCategories && { invoiceCategories }),
    }
}

/** A company with one payer, whose address has the first word of its name. */
export function payingCompany(
  accountId: string,
  name: string,
  firstName: string,
  lastName: string,
) {
  const [domain = ''] = name.toLowerCase().split(' ')
  const email = `${firstName}.${lastName}@${domain}.example`.toLowerCase()
  return { accountId, name, payer: { email, firstName, lastName } }
}
