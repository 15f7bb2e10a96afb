import {
  holds,
  permissions,
  type Access,
  type Holder,
  type Permission,
} from '@portal/domain/kernel/permissions'

/** The permissions a user lacks for a page; empty if no permission would open it. */
export function missingPermissions(holder: Holder, access: Access): Permission[] {
  // If several permissions open the page, the first is the one to request.
  const first = typeof access === 'string' ? access : access[0]
  return permissions.filter((one) => one === first && !holds(holder, one))
}
