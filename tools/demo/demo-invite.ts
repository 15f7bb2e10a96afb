import { cast, companies } from '../../apps/sandbox/src/cast.ts'
import { categoryNames } from './people.ts'

const invitee = cast.find(({ invitedTo }) => invitedTo)!
const company = companies.find(({ accountId }) => accountId === invitee.invitedTo)!
const admin = cast.find(
  ({ accountId, permissions }) =>
    accountId === company.accountId && permissions.includes('ManageUsers'),
)!

/** The open invitation; it expires by the database's clock. */
export const demoInvite = {
  email: invitee.email,
  accountId: company.accountId,
  permissions: ['AccessInvoices', 'PayInvoices'] as const,
  invoiceCategories: categoryNames.slice(0, 5),
  invitedBy: admin.email,
}
