import { isolated } from '../kernel/isolated.ts'
import {
  permissionLabels,
  permissions as everyPermission,
  type Permission,
} from '../kernel/permissions.ts'
import type { ShownInvite } from './invites.schema.ts'
import type { ShownRights } from './team.schema.ts'

interface Grants {
  permissions: readonly Permission[]
  categories: readonly string[]
}

/** Describes grants in words, such as `Invoices, Licenses (categories Data, Hosting)`. */
export function grantWords({ permissions, categories }: Grants): string {
  const labels =
    everyPermission
      .filter((one) => permissions.includes(one))
      .map((one) => permissionLabels[one])
      .join(', ') || 'no permissions'
  if (categories.length === 0) return labels
  return `${labels} (categories ${categories.join(', ')})`
}

const sorted = <T>(all: readonly T[]) => [...new Set(all)].sort()
const isSame = (...both: [object, object]) => {
  const [one, other] = both.map((rights) =>
    JSON.stringify(
      Object.entries(rights)
        .map(([name, value]) => [name, Array.isArray(value) ? sorted(value) : value])
        .sort(),
    ),
  )
  return one === other
}

const rightsText = ({ role, permissions, categories = [] }: ShownRights) =>
  role === 'SuperAdmin' ? 'Super Admin' : isolated(grantWords({ permissions, categories }))

/**
 * Returns why the access of a member may not be changed, in words for the admin who saw another access; undefined if it is
 * the same. Grants and revocations add to the current access, so every difference is a reason.
 */
export function changedRights(
  name: string,
  shown: ShownRights,
  now: Required<ShownRights>,
): string | undefined {
  const { role, permissions } = now
  const today: ShownRights = shown.categories ? now : { role, permissions }
  if (isSame(shown, today)) return undefined
  return `The access of ${isolated(name)} was changed in the meantime: it is ${rightsText(today)} now, not ${rightsText(shown)}. Nothing was saved. Please check it and confirm it again.`
}

export const inviteText = ({ companyName, permissions, categories, leavesCompany }: ShownInvite) =>
  `${isolated(grantWords({ permissions, categories }))} at ${isolated(companyName)}${leavesCompany ? `, leaving ${isolated(leavesCompany)}` : ''}`

/** Returns why an invitation may not be sent or accepted, in words for a person who saw another one. */
export const changedInvite = (shown: ShownInvite, now: ShownInvite): string | undefined =>
  isSame(shown, now)
    ? undefined
    : `The invitation has changed: it is ${inviteText(now)} now, not ${inviteText(shown)}. Nothing was saved. Please check it and confirm it again.`
