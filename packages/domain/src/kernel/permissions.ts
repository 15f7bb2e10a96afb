/** The permissions of a company's users, in the order of the screens. */
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

/** Super admins have every permission. */
export function holds(holder: Holder, permission: Permission): boolean {
  return holder.role === 'SuperAdmin' || holder.permissions.includes(permission)
}

/**
 * Who may open a route or use a call: everyone, any person signed in at the sign-in provider (even without being a user),
 * any user, a super admin, or a user with one of these permissions.
 */
export type Access =
  'public' | 'identified' | 'signedIn' | 'SuperAdmin' | Permission | readonly Permission[]

/** The rule for the menu, the guards of pages, and every call of the server. */
export function mayUse(holder: Holder | undefined, access: Access): boolean {
  if (access === 'public') return true
  if (!holder) return false
  if (access === 'identified' || access === 'signedIn' || holder.role === 'SuperAdmin') return true
  if (access === 'SuperAdmin') return false
  const wanted = typeof access === 'string' ? [access] : access
  return wanted.some((permission) => holds(holder, permission))
}
