import type { Cents } from '../kernel/money.ts'
import type { SpendKind } from './groupings.ts'

/** The most groups that are shown separately. */
export const mostGroups = 10
/** The most changes shown for the last month. */
export const mostChanges = 5

/** The spend of a group per month, oldest first. */
export interface SpendGroup {
  kind: SpendKind
  /** The name as on bills; empty for groups without a name. */
  name: string
  /** The number of groups that it combines. */
  count: number
  cents: Cents[]
}

/**
 * Returns the largest groups, largest first, and the sum of all others as the last one. Credits are ranked by their
 * absolute value, so that a large credit is not hidden among the others. Groups without any amount are left out.
 */
export function rankGroups(groups: readonly SpendGroup[], most = mostGroups): SpendGroup[] {
  const ranked = groups
    .map((group) => ({ group, size: sizeOf(group) }))
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => b.size - a.size || byName(a.group, b.group))
    .map(({ group }) => group)
  const others = ranked.slice(most)
  const [first] = others
  if (!first) return ranked
  const other: SpendGroup = {
    kind: 'other',
    name: '',
    count: others.length,
    cents: first.cents.map((_, month) => sum(others.map(({ cents }) => cents[month] ?? 0))),
  }
  return [...ranked.slice(0, most), other]
}

/** Returns the groups whose amounts of the last two months differ most, by the size of the difference. */
export function topChanges(groups: readonly SpendGroup[], most = mostChanges): SpendGroup[] {
  return groups
    .map((group) => ({ group, size: Math.abs(changeOf(group)) }))
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => b.size - a.size || byName(a.group, b.group))
    .slice(0, most)
    .map(({ group }) => group)
}

/** Returns the amount of the last month minus that of the previous month. */
export const changeOf = ({ cents }: Pick<SpendGroup, 'cents'>): Cents =>
  (cents.at(-1) ?? 0) - (cents.at(-2) ?? 0)

const sizeOf = ({ cents }: SpendGroup) => sum(cents.map(Math.abs))
const sum = (all: readonly Cents[]) => all.reduce((total, one) => total + one, 0)

/** Keeps groups of equal size in one order, regardless of the order of the rows. */
function byName(a: SpendGroup, b: SpendGroup): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.kind < b.kind ? -1 : 1
}
