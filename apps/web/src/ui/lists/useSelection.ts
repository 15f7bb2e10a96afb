import {
  allToggled,
  extended,
  freeOf,
  nothingSelected,
  passed,
  selectedOf,
  toggled,
  type Selection,
} from '@portal/domain/kernel/selection'
import { useCallback, useMemo, useState } from 'react'
import type { Selecting } from './SelectBox.tsx'

/** How the rows of a list are selected; the same object in every render. */
export interface Selectable<Row> extends Pick<Selecting<Row>, 'nameOf' | 'refusalOf'> {
  idOf: (row: Row) => string
}

/**
 * The selected rows of a list. A row stays selected while a filter hides it, but not when it leaves the list or can no
 * longer be selected. `isStarted`: a tap on a card selects it even if no row is selected.
 */
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  shown: readonly Row[] | undefined,
  { idOf, nameOf, refusalOf }: Selectable<Row>,
  isStarted: boolean,
) {
  const [kept, setKept] = useState(nothingSelected)
  const clear = useCallback(() => setKept(nothingSelected), [])
  const shownIds = useMemo(() => shown?.map(idOf) ?? [], [shown, idOf])
  const refused = useMemo(
    () => new Set(rows?.filter((row) => refusalOf(row) !== undefined).map(idOf)),
    [rows, idOf, refusalOf],
  )
  const isFree = useCallback((id: string) => !refused.has(id), [refused])
  const { ids } = useMemo(() => freeOf(kept, isFree), [kept, isFree])
  const { selected, hidden } = useMemo(() => {
    if (ids.size === 0) return { selected: [], hidden: 0 }
    const isSelected = (row: Row) => ids.has(idOf(row))
    const visible = new Set(shownIds)
    const hiddenRows = (rows ?? []).filter((row) => isSelected(row) && !visible.has(idOf(row)))
    // In the order of the list, which a CSV file keeps.
    return {
      selected: [...(shown ?? []).filter(isSelected), ...hiddenRows],
      hidden: hiddenRows.length,
    }
  }, [rows, shown, shownIds, ids, idOf])
  const selecting = useMemo((): Selecting<Row> => {
    const at = (index: number) => shownIds[index] ?? ''
    const free = refused.size === 0 ? shownIds : shownIds.filter(isFree)
    const change = (to: (now: Selection) => Selection) =>
      setKept((now) => freeOf(to(freeOf(now, isFree)), isFree))
    return {
      nameOf,
      refusalOf,
      isSelected: (row) => ids.has(idOf(row)),
      takesTaps: isStarted || ids.size > 0,
      allText: allText(free.length, shownIds.length),
      refused: shownIds.length - free.length,
      checked: selectedOf(ids, free),
      onRow: (index, isExtended) => {
        if (isExtended) change((now) => extended(now, at(index), shownIds))
        else if (isFree(at(index))) change((now) => toggled(now, at(index)))
      },
      onPass: (from, to) => change((now) => passed(now, at(from), at(to), shownIds)),
      onAll: () => change((now) => allToggled(now, free)),
      onClear: clear,
    }
  }, [ids, shownIds, refused, isFree, idOf, nameOf, refusalOf, isStarted, clear])
  return { selected, hidden, selecting, clear }
}

const allText = (free: number, shown: number) =>
  `Select all ${free.toLocaleString('en-US')}${free < shown ? ` of ${shown.toLocaleString('en-US')}` : ''}`
