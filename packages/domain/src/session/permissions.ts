/** What a user of a company may be given, in the order the screens list it. */
export const permissionLabels = {
  AccessInvoices: 'Invoices',
  AccessLicenses: 'Licenses',
  AccessErfs: 'Requests/ERF',
  ManageUsers: 'Manage Users',
  PayInvoices: 'Pay Invoices',
} as const

export type Permission = keyof typeof permissionLabels
export type Role = 'SuperAdmin' | 'User'

export const permissions = Object.keys(permissionLabels) as Permission[]

export interface Holder {
  role: Role
  permissions: readonly Permission[]
}

/** A super admin holds every permission without being given any. */
export function holds(holder: Holder, permission: Permission): boolean {
  return holder.role === 'SuperAdmin' || holder.permissions.includes(permission)
}

/**
 * Who may open a route or call: everyone, whoever the sign-in provider vouches for (an invitee too), any user,
 * a super admin, or a holder of one of these.
 */
export type Access =
  'public' | 'identified' | 'signedIn' | 'SuperAdmin' | Permission | readonly Permission[]

/** The one rule behind the menu, the page guards and every call of the server. */
export function mayUse(holder: Holder | undefined, access: Access): boolean {
  if (access === 'public') return true
  if (!holder) return false
  if (access === 'identified' || access === 'signedIn' || holder.role === 'SuperAdmin') return true
  if (access === 'SuperAdmin') return false
  const wanted = typeof access === 'string' ? [access] : access
  return wanted.some((permission) => holds(holder, permission))
}
