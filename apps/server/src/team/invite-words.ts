import {
  permissionLabels,
  permissions as everyPermission,
  type Permission,
} from '@portal/domain/session/permissions'
import type { Invite } from '@portal/domain/team/invites.schema'

/**
 * Describes an invitation's grants for the history: `Invoices, Licenses (categories Data,
 * Hosting)`.
 */
export function grantWords(granted: {
  permissions: readonly Permission[]
  categories: readonly string[]
}): string {
  const labels = everyPermission
    .filter((one) => granted.permissions.includes(one))
    .map((one) => permissionLabels[one])
    .join(', ')
  if (granted.categories.length === 0) return labels
  return `${labels} (categories ${granted.categories.join(', ')})`
}

export const grantsOf = ({ permissions, categories }: Invite) =>
  grantWords({ permissions, categories: categories.map(({ name }) => name) })
