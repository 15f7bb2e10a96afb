import { useMemo } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { sortChoices, statusChoices, typesOf } from './invoice-filter.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { InvoiceListSearch } from './invoice-search.ts'
import { InvoiceTotals } from './InvoiceTotals.tsx'
import css from './InvoiceFilters.module.css'
import type { useListSearch } from './useListSearch.ts'

interface InvoiceFiltersProps {
  rows: readonly InvoiceRow[]
  shown: readonly InvoiceRow[]
  isLoaded: boolean
  search: InvoiceListSearch
  onChange: ReturnType<typeof useListSearch>
}

/** A value no type has, so that "All" can stand among them. */
const allTypes = ''

export function InvoiceFilters({ rows, shown, isLoaded, search, onChange }: InvoiceFiltersProps) {
  const types = useMemo(() => typesOf(rows), [rows])
  return (
    <div className={css.filters}>
      <SearchField
        label="Search invoices"
        placeholder="Search number, name, type or customer"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q })}
      />
      <Choice
        label="Status"
        value={search.status ?? 'all'}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
        items={statusChoices}
      />
      <Choice
        label="Type"
        value={search.type ?? allTypes}
        onChange={(type) => onChange({ type })}
        items={[
          { value: allTypes, label: 'All' },
          ...withChosen(types, search.type).map((type) => ({ value: type, label: type })),
        ]}
      />
      <Choice
        label="Sort"
        value={search.sort ?? 'newest'}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
        items={sortChoices}
      />
      <InvoiceTotals rows={shown} isKnown={isLoaded} />
    </div>
  )
}

/** A type that came with the address stays a choice even when no invoice has it. */
function withChosen(types: readonly string[], chosen: string | undefined): readonly string[] {
  return !chosen || types.includes(chosen) ? types : [...types, chosen]
}
