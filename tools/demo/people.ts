import { cast, companies } from '../../apps/sandbox/src/cast.ts'
import { aldgate, brightwater, fairhaven } from './customers.ts'

export const categoryNames = [
  'License',
  'Market Data',
  'Hosting',
  'TTNET',
  'Support',
  'Late Fee',
  'Professional Services',
]

/** Yields the companies and the demo users who belong to one. */
export function* people() {
  for (const { accountId, name } of companies) yield { record: 'company', accountId, name }
  for (const [at, name] of categoryNames.entries())
    yield { record: 'invoiceCategory', invoiceCategoryId: at + 1, name }
  for (const { email, accountId, firstName, lastName, role, permissions } of cast)
    if (accountId)
      yield {
        record: 'user',
        email,
        accountId,
        firstName,
        lastName,
        role,
        permissions,
        invoiceCategories: permissions.includes('AccessInvoices') ? categoriesOf(permissions) : [],
      }
}

/** Users who may see but not pay invoices do not see the invoices of consultants. */
const categoriesOf = (permissions: readonly string[]) =>
  permissions.includes('PayInvoices')
    ? categoryNames
    : categoryNames.filter((name) => name !== 'Professional Services')

export const recipients = [
  {
    record: 'externalRecipient',
    accountId: aldgate.accountId,
    email: 'accounts.payable@aldgate.example',
  },
  {
    record: 'externalRecipient',
    accountId: aldgate.accountId,
    email: 'treasury@aldgate-group.example',
  },
  { record: 'externalRecipient', accountId: fairhaven.accountId, email: 'ap@fairhaven.example' },
  {
    record: 'externalRecipient',
    accountId: brightwater.accountId,
    email: 'books@brightwater.example',
  },
]
