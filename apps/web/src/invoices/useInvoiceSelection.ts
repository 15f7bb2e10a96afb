import {
  allToggled,
  extended,
  nothingSelected,
  passed,
  selectedOf,
  toggled,
} from '@portal/domain/invoices/selection'
import { useCallback, useMemo, useState } from 'react'
import type { Selecting } from '../ui/SelectBox.tsx'
import type { InvoiceRow } from './invoice-row.ts'

const idOf = ({ id }: InvoiceRow) => id

/**
 * The selected invoices. A selected invoice stays selected while a filter hides it; one that is no longer in the list
 * is not.
 */
export function useInvoiceSelection(
  rows: readonly InvoiceRow[] | undefined,
  shown: readonly InvoiceRow[] | undefined,
) {
  const [selection, setSelection] = useState(nothingSelected)
  const { ids } = selection
  const clear = useCallback(() => setSelection(nothingSelected), [])
  const shownIds = useMemo(() => shown?.map(idOf) ?? [], [shown])
  const { selected, hidden } = useMemo(() => {
    if (ids.size === 0) return { selected: [], hidden: 0 }
    const isSelected = ({ id }: InvoiceRow) => ids.has(id)
    const visible = new Set(shownIds)
    const hiddenRows = (rows ?? []).filter((row) => isSelected(row) && !visible.has(row.id))
    // In the order of the list, which a CSV file keeps.
    return {
      selected: [...(shown ?? []).filter(isSelected), ...hiddenRows],
      hidden: hiddenRows.length,
    }
  }, [rows, shown, shownIds, ids])
  const selecting = useMemo((): Selecting<InvoiceRow> => {
    const at = (index: number) => shownIds[index] ?? ''
    return {
      nameOf: ({ invoiceNumber }) => invoiceNumber,
      isSelected: ({ id }) => ids.has(id),
      checked: selectedOf(ids, shownIds),
      onRow: (index, isExtended) =>
        setSelection((now) =>
          isExtended ? extended(now, at(index), shownIds) : toggled(now, at(index)),
        ),
      onPass: (from, to) => setSelection((now) => passed(now, at(from), at(to), shownIds)),
      onAll: () => setSelection((now) => allToggled(now, shownIds)),
      onClear: clear,
    }
  }, [ids, shownIds, clear])
  return { selected, hidden, selecting, clear }
}
