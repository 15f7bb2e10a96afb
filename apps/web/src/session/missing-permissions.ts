import {
  holds,
  permissions,
  type Access,
  type Holder,
  type Permission,
} from '@portal/domain/session/permissions'

/** What somebody would have to be given to use a page; nothing where no permission opens it. */
export function missingPermissions(holder: Holder, access: Access): Permission[] {
  // Of several that open a page the first is the one to ask for.
  const first = typeof access === 'string' ? access : access[0]
  return permissions.filter((one) => one === first && !holds(holder, one))
}
