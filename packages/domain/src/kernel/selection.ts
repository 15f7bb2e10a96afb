/** The selected rows of a list, by id. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The row that was selected or deselected last, from which Shift extends the selection. */
  anchor: string | undefined
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

/** Selects a row, or deselects it. */
export function toggled({ ids }: Selection, id: string): Selection {
  return { ids: changed(ids, [id], !ids.has(id)), anchor: id }
}

/** Gives the rows from the anchor to `id` the state of the anchor. If no anchor is shown, toggles the row. */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const { ids, anchor } = selection
  if (anchor === undefined || !shown.includes(anchor)) return toggled(selection, id)
  return { ids: changed(ids, between(shown, anchor, id), ids.has(anchor)), anchor }
}

/** Selects the rows between two rows when the keyboard moves from one to the other. */
export function passed(
  { ids }: Selection,
  from: string,
  to: string,
  shown: readonly string[],
): Selection {
  return { ids: changed(ids, between(shown, from, to), true), anchor: to }
}

/** Selects all shown rows, or deselects them if all are selected. Rows that are not shown keep their state. */
export function allToggled({ ids }: Selection, shown: readonly string[]): Selection {
  const isOn = selectedOf(ids, shown) !== true
  return { ids: changed(ids, shown, isOn), anchor: undefined }
}

/** Returns the selection without rows that cannot be selected at present. */
export function freeOf(selection: Selection, isFree: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isFree)
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) }
}

/** Returns whether all, none or some of the shown rows are selected. */
export function selectedOf(ids: ReadonlySet<string>, shown: readonly string[]): boolean | 'mixed' {
  const count = shown.filter((id) => ids.has(id)).length
  if (count === 0) return false
  return count === shown.length || 'mixed'
}

function between(shown: readonly string[], one: string, other: string): readonly string[] {
  const [first = 0, last = 0] = [shown.indexOf(one), shown.indexOf(other)].toSorted((a, b) => a - b)
  return shown.slice(Math.max(0, first), last + 1)
}

function changed(ids: ReadonlySet<string>, which: readonly string[], isOn: boolean) {
  const next = new Set(ids)
  for (const id of which)
    if (isOn) next.add(id)
    else next.delete(id)
  return next
}
