import { areas } from '@portal/domain/session/areas'
import { deeds, type Deed, type MemberView } from '@portal/domain/team/member-view'

export type Change = 'kept' | 'added' | 'removed'

export interface Marked<Item> {
  item: Item
  change: Change
}

/** The items before or after, in order, each marked as added, removed or unchanged. */
export function marked<Item>(
  order: readonly Item[],
  before: readonly Item[],
  after: readonly Item[],
): Marked<Item>[] {
  return order
    .filter((item) => before.includes(item) || after.includes(item))
    .map((item) => {
      if (!after.includes(item)) return { item, change: 'removed' }
      return { item, change: before.includes(item) ? 'kept' : 'added' }
    })
}

const menuOrder = ['MANAGE', 'ATTENTION', ...areas.map(({ label }) => label)]
const everyDeed = Object.keys(deeds) as Deed[]

/** The pages and actions of a member, and the effect of a previewed change. */
export function viewChanges(before: MemberView, after: MemberView) {
  const categories = [...new Set([...before.categories, ...after.categories])]
  return {
    menu: marked(menuOrder, before.menu, after.menu),
    categories: marked(categories, before.categories, after.categories),
    deeds: everyDeed.map((deed) => ({
      deed,
      can: after.can.includes(deed),
      changes: before.can.includes(deed) !== after.can.includes(deed),
    })),
  }
}

/** A short description of the changes, for narrow screens. */
export function changesInWords(before: MemberView, after: MemberView) {
  const changes = viewChanges(before, after)
  const items = [...changes.menu, ...changes.categories]
  const named = (change: Change, can: boolean) => [
    ...items.filter((one) => one.change === change).map(({ item }) => item),
    ...changes.deeds
      .filter((one) => one.changes && one.can === can)
      .map(({ deed }) => deeds[deed].label),
  ]
  return { added: named('added', true), removed: named('removed', false) }
}
