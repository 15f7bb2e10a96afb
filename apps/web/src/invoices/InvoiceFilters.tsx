import { memo, useContext, useMemo } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { Filters } from '../ui/Filters.tsx'
import { InSheet } from '../ui/in-sheet.ts'
import { afterPaint } from '../ui/useAfterPaint.ts'
import { sortChoices, statusChoices, typesOf } from './invoice-filter.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { InvoiceListSearch } from './invoice-search.ts'
import type { useListSearch } from './useListSearch.ts'

interface InvoiceFiltersProps {
  rows: readonly InvoiceRow[] | undefined
  status: InvoiceListSearch['status']
  type: string
  sort: InvoiceListSearch['sort']
  found: number | undefined
  onChange: ReturnType<typeof useListSearch>
}

/** A value that no type has, for the choice "All". */
const allTypes = ''

/** The filters of the list, and on phones its order. */
export const InvoiceFilters = memo(function InvoiceFilters(props: InvoiceFiltersProps) {
  const { rows, status, type, sort, found, onChange } = props
  const types = useMemo(() => typesOf(rows ?? []), [rows])
  const on = Number(status !== 'all') + Number(type !== allTypes)
  // The choices close first: rendering the rows and the address takes longer.
  const change: typeof onChange = (...changes) => void afterPaint(() => onChange(...changes))
  return (
    <Filters
      on={on}
      onClear={() => onChange({ status: undefined, type: undefined })}
      found={found}
      noun="invoice"
    >
      <Choice
        chip
        label="Status"
        value={status}
        onChange={(status) => change({ status })}
        items={statusChoices}
      />
      <Choice
        chip
        label="Type"
        value={type}
        onChange={(type) => change({ type })}
        items={[
          { value: allTypes, label: 'All' },
          ...withChosen(types, type).map((type) => ({ value: type, label: type })),
        ]}
      />
      <SortChoice sort={sort} onChange={change} />
    </Filters>
  )
})

/** Phones have no headers to sort by. */
function SortChoice({ sort, onChange }: Pick<InvoiceFiltersProps, 'sort' | 'onChange'>) {
  if (!useContext(InSheet)) return null
  return (
    <Choice label="Sort" value={sort} onChange={(sort) => onChange({ sort })} items={sortChoices} />
  )
}

/** Keeps a type from the address among the choices even if no invoice has it. */
function withChosen(types: readonly string[], chosen: string): readonly string[] {
  return !chosen || types.includes(chosen) ? types : [...types, chosen]
}
