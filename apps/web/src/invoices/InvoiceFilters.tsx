import { memo, useMemo } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { sortChoices, statusChoices, typesOf } from './invoice-filter.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { InvoiceListSearch } from './invoice-search.ts'
import type { useListSearch } from './useListSearch.ts'

interface InvoiceFiltersProps {
  rows: readonly InvoiceRow[] | undefined
  status: InvoiceListSearch['status']
  type: string
  sort: InvoiceListSearch['sort']
  onChange: ReturnType<typeof useListSearch>
}

/** A value no type has, so that "All" can stand among them. */
const allTypes = ''

/** Which invoices of the list to show, and in which order. */
export const InvoiceFilters = memo(function InvoiceFilters({
  rows,
  status,
  type,
  sort,
  onChange,
}: InvoiceFiltersProps) {
  const types = useMemo(() => typesOf(rows ?? []), [rows])
  return (
    <>
      <Choice
        label="Status"
        value={status}
        onChange={(status) => onChange({ status })}
        items={statusChoices}
      />
      <Choice
        label="Type"
        value={type}
        onChange={(type) => onChange({ type })}
        items={[
          { value: allTypes, label: 'All' },
          ...withChosen(types, type).map((type) => ({ value: type, label: type })),
        ]}
      />
      <Choice
        label="Sort"
        value={sort}
        onChange={(sort) => onChange({ sort })}
        items={sortChoices}
      />
    </>
  )
})

/** A type that came with the address stays a choice even when no invoice has it. */
function withChosen(types: readonly string[], chosen: string): readonly string[] {
  return !chosen || types.includes(chosen) ? types : [...types, chosen]
}
