import { areasOf } from '../session/areas.ts'
import { holds, mayUse, type Access, type Holder } from '../kernel/permissions.ts'
import type { InvoiceCategory } from './team.schema.ts'

/** The actions in the portal, with the access that each requires. The same values guard the server's calls. */
export const deeds = {
  seeInvoices: { label: 'See and download invoices and statements', access: 'AccessInvoices' },
  payInvoices: { label: 'Pay invoices and manage cards', access: 'PayInvoices' },
  orderLicenses: { label: 'Order, change and cancel licenses', access: 'AccessLicenses' },
  answerRequests: { label: 'Approve or cancel equipment requests', access: 'AccessErfs' },
  manageUsers: { label: 'Invite, change and remove users', access: 'ManageUsers' },
  readHistory: { label: 'Read the history of the company', access: 'ManageUsers' },
} as const satisfies Record<string, { label: string; access: Access }>

export type Deed = keyof typeof deeds

export interface MemberView {
  /** The labels of the navigation in order, including MANAGE and ATTENTION. */
  menu: string[]
  /** The names of the categories whose invoices the member sees. */
  categories: string[]
  can: Deed[]
  cannot: Deed[]
}

/** Returns a preview of what a member with this access sees and may do. `categories` are the member's categories. */
export function memberView(
  member: Holder,
  categories: readonly InvoiceCategory[],
  all: readonly InvoiceCategory[],
): MemberView {
  const shown = member.role === 'SuperAdmin' ? all : categories
  // Without a category, the calls are permitted and return nothing.
  const may = (deed: Deed) =>
    mayUse(member, deeds[deed].access) && (deed !== 'seeInvoices' || shown.length > 0)
  const every = Object.keys(deeds) as Deed[]
  return {
    menu: [
      ...(mayUse(member, 'ManageUsers') ? ['MANAGE'] : []),
      ...(mayUse(member, 'SuperAdmin') ? ['ATTENTION'] : []),
      ...areasOf(member).map(({ label }) => label),
    ],
    categories: holds(member, 'AccessInvoices') ? shown.map(({ name }) => name) : [],
    can: every.filter(may),
    cannot: every.filter((deed) => !may(deed)),
  }
}
