import { holds, permissionLabels, permissions } from '@portal/domain/kernel/permissions'
import type { Myself } from '@portal/domain/session/session.schema'

export interface RightsChange {
  /** Whether a right was removed. */
  isLoss: boolean
  words: string
}

/** Describes for a user how another person changed that user's rights; undefined if nothing changed. */
export function rightsChange(before: Myself, now: Myself): RightsChange | undefined {
  if (before.id !== now.id || before.accountId !== now.accountId) return undefined
  const beyond = (one: Myself, other: Myself) =>
    permissions.flatMap((each) =>
      holds(one, each) && !holds(other, each) ? permissionLabels[each] : [],
    )
  const lost = beyond(before, now)
  const gained = beyond(now, before)
  const losesCategories = hasCategoryBeyond(before, now)
  const words = [
    lost.length > 0 && `You no longer have: ${lost.join(', ')}.`,
    gained.length > 0 && `You now have: ${gained.join(', ')}.`,
    before.role !== now.role &&
      (now.role === 'SuperAdmin'
        ? 'You are a super admin now.'
        : 'You are no longer a super admin.'),
    (losesCategories || hasCategoryBeyond(now, before)) &&
      'The categories of invoices that you see have changed.',
  ].filter(Boolean)
  if (words.length === 0) return undefined
  const isLoss =
    lost.length > 0 || losesCategories || (before.role === 'SuperAdmin' && now.role === 'User')
  return { isLoss, words: words.join(' ') }
}

/** Null means all categories. */
function hasCategoryBeyond(
  { invoiceCategoryIds: some }: Myself,
  { invoiceCategoryIds: others }: Myself,
): boolean {
  if (others === null) return false
  return some === null || some.some((id) => !others.includes(id))
}
