import { mayUse, type Access, type Holder } from '../kernel/permissions.ts'

/** The areas of the navigation in their order, with the rights that show them. */
export const areas = [
  { label: 'INVOICES', path: '/invoices', access: 'AccessInvoices' },
  { label: 'STATEMENTS', path: '/invoices?statement=open', access: 'AccessInvoices' },
  { label: 'PAYMENTS', path: '/payments', access: 'PayInvoices' },
  { label: 'LICENSES', path: '/licenses', access: 'AccessLicenses' },
  { label: 'ERF', path: '/erf', access: 'AccessErfs' },
] as const satisfies readonly { label: string; path: string; access: Access }[]

export type Area = (typeof areas)[number]

export function areasOf(holder: Holder): Area[] {
  return areas.filter((area) => mayUse(holder, area.access))
}

/** Whether the user may open any area. */
export const hasAreas = (holder: Holder): boolean =>
  mayUse(holder, 'ManageUsers') || areasOf(holder).length > 0
