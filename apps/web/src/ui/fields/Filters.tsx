import { plural } from '@portal/domain/kernel/plural'
import { ListFilter } from 'lucide-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import css from './Filters.module.css'
import { lazyLayer } from '../lazy-screen.ts'
import { Row, Text } from '../parts.tsx'
import { narrow, useMedia } from '../useMedia.ts'

const loadSheet = () => import('./FilterSheet.tsx')
const FilterSheet = lazyLayer(loadSheet, 'FilterSheet')

interface FiltersProps {
  /** Number of active filters. */
  on: number
  onClear: () => void
  /** The number of matching rows; undefined until known. */
  found: number | undefined
  /** The noun of a row, as in `1 invoice`; with its plural unless that ends in s. */
  noun: string
  nouns?: string
  children: ReactNode
  beside?: ReactNode
}

/** The filters of a list; on a phone they are in a sheet behind one button. */
export function Filters(props: FiltersProps) {
  const { on, onClear, found, noun, nouns, children, beside } = props
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMedia(narrow)
  const isEarly = isPhone && found !== undefined
  // Loads the sheet with the rows, so that it also opens without a connection. Opening the sheet reports a failure.
  useEffect(() => {
    if (isEarly) loadSheet().catch(() => undefined)
  }, [isEarly])
  if (!isPhone)
    return (
      <Row as="section" wrap className={css.filters} aria-label="Filters" data-filters>
        {children}
        {/* An empty list has the same button. */}
        {on > 0 && found !== 0 && (
          <button type="button" className={css.clear} data-clear onClick={onClear}>
            Clear filters
          </button>
        )}
        {beside}
      </Row>
    )
  return (
    <Row as="section" wrap className={css.filters} aria-label="Filters">
      <button
        type="button"
        className={css.open}
        aria-haspopup="dialog"
        aria-label={on ? `Filters, ${on} active` : 'Filters'}
        onClick={() => setOpen(true)}
      >
        <ListFilter size={18} aria-hidden />
        {on > 0 && (
          <Text size={1} weight={600} className={css.count}>
            {on}
          </Text>
        )}
      </button>
      {beside}
      <Suspense>
        {isOpen && (
          <FilterSheet
            on={on}
            onClear={onClear}
            found={found === undefined ? undefined : plural(found, noun, nouns)}
            onClose={() => setOpen(false)}
          >
            {children}
          </FilterSheet>
        )}
      </Suspense>
    </Row>
  )
}
