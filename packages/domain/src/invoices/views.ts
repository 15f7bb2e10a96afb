import { isolated } from '../kernel/isolated.ts'
import { mostViews, viewNameLimit } from './list-filter.ts'
import type { InvoiceView, NewView, ViewChange } from './views.schema.ts'

type Views = readonly InvoiceView[]

/** A change of a user's views. */
export type ViewsChange =
  | { save: NewView }
  | { change: ViewChange; id: string }
  | { order: readonly string[] }
  | { remove: string }

/** Returns the name as it is stored: without spaces around it, and with one space between words. */
export const viewName = (typed: string) => typed.trim().replace(/ +/g, ' ')

/** Returns a key; names with the same key count as the same. */
export const viewNameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** Returns why a view cannot have this name together with the other views, or undefined if it can. */
export function viewNameFault(typed: string, others: Views): string | undefined {
  const name = viewName(typed)
  // A name of only invisible characters cannot be read or chosen.
  if (!/[^\p{Z}\p{C}]/u.test(name)) return 'Please enter a name.'
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name))
    return 'A name cannot contain line breaks or control characters.'
  if ([...name].length > viewNameLimit) return `A name has at most ${viewNameLimit} characters.`
  const same = others.find((other) => viewNameKey(other.name) === viewNameKey(name))
  return same && `You already have a view with the name ${isolated(same.name)}.`
}

/** Returns why no further view can be saved, or undefined if one can. */
export const newViewRefusal = (views: Views) =>
  views.length < mostViews
    ? undefined
    : `You have ${mostViews} views, the most that are possible. Delete one first.`

/**
 * Returns the views after a change, or why the change is refused. `gone`: the view to change no longer exists. A view that
 * already exists is not saved again.
 */
export function changedViews(
  views: Views,
  asked: ViewsChange,
): { views: Views } | { refusal: string } | 'gone' {
  if ('remove' in asked) return { views: views.filter(({ id }) => id !== asked.remove) }
  if ('order' in asked) return { views: reordered(views, asked.order) }
  return 'save' in asked ? saved(views, asked.save) : changed(views, asked)
}

function saved(views: Views, { place = views.length, isDefault = false, ...view }: NewView) {
  if (views.some(({ id }) => id === view.id)) return { views }
  const refusal = newViewRefusal(views) ?? viewNameFault(view.name, views)
  if (refusal) return { refusal }
  const added = {
    ...view,
    name: viewName(view.name),
    isDefault: isDefault && !views.some((other) => other.isDefault),
  }
  return { views: views.toSpliced(place, 0, added) }
}

function changed(views: Views, { id, change }: { id: string; change: ViewChange }) {
  const others = views.filter((other) => other.id !== id)
  if (others.length === views.length) return 'gone'
  const refusal = change.name === undefined ? undefined : viewNameFault(change.name, others)
  if (refusal) return { refusal }
  const { name, ...rest } = change
  return {
    views: views.map((view) =>
      view.id === id
        ? { ...view, ...rest, ...(name !== undefined && { name: viewName(name) }) }
        : change.isDefault
          ? { ...view, isDefault: false }
          : view,
    ),
  }
}

/** Puts the named views into the new order, in the positions that they occupy; other views keep their positions. */
function reordered(views: Views, order: readonly string[]): Views {
  const named = order.flatMap((id) => views.find((view) => view.id === id) ?? []).values()
  return views.map((view) => (order.includes(view.id) ? named.next().value! : view))
}
