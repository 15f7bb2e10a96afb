import { mayUse, type Access, type Holder } from '../kernel/permissions.ts'

/** The areas of the navigation in order, with the permissions that show them. */
export const areas = [
  { label: 'INVOICES', path: '/invoices', access: 'AccessInvoices' },
  { label: 'STATEMENTS', path: '/invoices/statement', access: 'AccessInvoices' },
  { label: 'PAYMENTS', path: '/payments', access: 'PayInvoices' },
  { label: 'LICENSES', path: '/licenses', access: 'AccessLicenses' },
  { label: 'ERF', path: '/erf', access: 'AccessErfs' },
] as const satisfies readonly { label: string; path: string; access: Access }[]

export type Area = (typeof areas)[number]

export function areasOf(holder: Holder): Area[] {
  return areas.filter((area) => mayUse(holder, area.access))
}

export const hasAreas = (holder: Holder): boolean =>
  mayUse(holder, 'ManageUsers') || areasOf(holder).length > 0
