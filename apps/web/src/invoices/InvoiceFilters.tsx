import { monthName } from '@portal/domain/kernel/day'
import { memo, useContext, useMemo, type ReactNode } from 'react'
import { Choice } from '../ui/fields/Choice.tsx'
import { Filters } from '../ui/fields/Filters.tsx'
import { InSheet } from '../ui/fields/in-sheet.ts'
import { Period } from '../ui/fields/Period.tsx'
import { afterPaint } from '../ui/useAfterPaint.ts'
import { AmountRange } from './AmountRange.tsx'
import {
  currenciesOf,
  dueChoices,
  sortChoices,
  statusChoices,
  typesOf,
  type InvoiceFilter,
} from './invoice-filter.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { InvoiceListSearch } from './invoice-search.ts'
import type { useListSearch } from './useListSearch.ts'

interface InvoiceFiltersProps extends InvoiceFilter {
  rows: readonly InvoiceRow[] | undefined
  sort: InvoiceListSearch['sort']
  found: number | undefined
  onChange: ReturnType<typeof useListSearch>
  /** Shows all invoices. */
  onClear: () => void
  /** The saved views. */
  views: ReactNode
}

/** The value of the choice "All", which is neither a type nor a currency. */
const all = ''

/** The filters of the list, and on phones its order. */
export const InvoiceFilters = memo(function InvoiceFilters(props: InvoiceFiltersProps) {
  const { rows, status, type, due, currency, min, max, month, from, to } = props
  const { sort, found, onChange, onClear } = props
  const currencies = useMemo(() => currenciesOf(rows ?? []), [rows])
  const types = useMemo(() => typesOf(rows ?? []), [rows])
  const isOn = [
    status !== 'all',
    type !== all,
    due !== 'any',
    currency,
    min ?? max,
    month,
    from ?? to,
  ]
  const on = isOn.filter(Boolean).length
  // The menu closes first: rendering the rows and changing the address take longer.
  const change: typeof onChange = (...changes) => void afterPaint(() => onChange(...changes))
  return (
    <Filters on={on} onClear={onClear} found={found} noun="invoice">
      {props.views}
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
          { value: all, label: 'All' },
          ...withChosen(types, type).map((type) => ({ value: type, label: type })),
        ]}
      />
      <Choice chip label="Due" value={due} onChange={(due) => change({ due })} items={dueChoices} />
      {(currencies.length > 1 || currency !== undefined) && (
        <Choice
          chip
          label="Currency"
          value={currency ?? all}
          onChange={(currency) => change({ currency: currency || undefined })}
          items={[
            { value: all, label: 'All' },
            ...withChosen(currencies, currency ?? all).map((code) => ({
              value: code,
              label: code,
            })),
          ]}
        />
      )}
      {month !== undefined && (
        // Only a link from the chart sets the month; people choose a period.
        <Choice
          chip
          label="Month"
          value={month}
          onChange={(month) => change({ month: month || undefined })}
          items={[
            { value: all, label: 'All' },
            { value: month, label: monthName(month) },
          ]}
        />
      )}
      <Period from={from} to={to} note="Dates of invoices." onChange={change} />
      <AmountRange min={min} max={max} onChange={change} />
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
