import { useContext, type ReactNode } from 'react'
import { Choice } from '../../ui/fields/Choice.tsx'
import { Filters } from '../../ui/fields/Filters.tsx'
import { InSheet } from '../../ui/fields/in-sheet.ts'
import type { ChangeHeld, HeldSearch } from '../licenses-search.ts'

interface HeldFiltersProps {
  search: HeldSearch
  found: number | undefined
  onChange: ChangeHeld
  children: ReactNode
}

/** The filters and the order of the held licenses. */
export function HeldFilters({ search, found, onChange, children }: HeldFiltersProps) {
  const { standing } = search
  return (
    <Filters
      on={Number(standing !== undefined)}
      onClear={() => onChange({ standing: undefined })}
      found={found}
      noun="license"
    >
      <Choice
        chip
        label="Show"
        value={standing ?? 'all'}
        onChange={(value) => onChange({ standing: value === 'all' ? undefined : value })}
        items={standings}
      />
      <Arrangement search={search} onChange={onChange} />
      {children}
    </Filters>
  )
}

/** Phones have no headers to sort by; ordered by product or network, their cards have headings. */
function Arrangement({ search, onChange }: Pick<HeldFiltersProps, 'search' | 'onChange'>) {
  const { sort, direction, grouped } = search
  if (useContext(InSheet))
    return (
      <Choice
        label="Sort"
        value={
          orders.find((one) => one.sort === sort && one.direction === direction)?.value ?? sort
        }
        onChange={(value) => {
          const order = orders.find((one) => one.value === value)
          if (order) onChange({ sort: order.sort, direction: order.direction })
        }}
        items={orders}
      />
    )
  return (
    <Choice
      chip
      label="Group by"
      value={grouped ? (groupings.find(({ value }) => value === sort)?.value ?? 'none') : 'none'}
      onChange={(value) =>
        onChange(
          value === 'none'
            ? { grouped: undefined }
            : { grouped: 'yes', sort: value, direction: undefined },
        )
      }
      items={groupings}
    />
  )
}

const standings = [
  { value: 'all', label: 'All' },
  { value: 'ending', label: 'Ending' },
  { value: 'starting', label: 'Starting later' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'unpriced', label: 'Without a price' },
] as const

const groupings = [
  { value: 'none', label: 'Nothing' },
  { value: 'product', label: 'Product' },
  { value: 'user', label: 'User' },
  { value: 'network', label: 'Network' },
] as const

const orders = [
  { value: 'product', label: 'Product', sort: 'product', direction: 'ascending' },
  { value: 'user', label: 'User', sort: 'user', direction: 'ascending' },
  { value: 'network', label: 'Network', sort: 'network', direction: 'ascending' },
  { value: 'newest', label: 'Newest first', sort: 'since', direction: 'descending' },
  { value: 'oldest', label: 'Oldest first', sort: 'since', direction: 'ascending' },
  { value: 'price', label: 'Highest price', sort: 'price', direction: 'descending' },
] as const
