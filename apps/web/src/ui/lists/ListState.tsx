import type { UseQueryResult } from '@tanstack/react-query'
import type { Rendered } from '../../jsx/jsx-runtime.ts'
import { Button } from '../Button.tsx'
import { EmptyState, QueryError, type EmptyStateProps } from '../ErrorState.tsx'

/** The search and filters of a list, if any is active: the text when no row matches, and how to clear them. */
export interface ListFilters {
  note: string
  /** Only the search is active. */
  isSearch?: boolean
  onClear: () => void
}

export interface ListStateProps<Data> {
  query: UseQueryResult<Data>
  /** True delays the list until other content has loaded. */
  isWaiting?: boolean
  /** Shown while the list is loading, in the list's own layout. */
  placeholder: Rendered
  failed: string
  isEmpty: (data: Data) => boolean
  empty: EmptyStateProps
  filters?: ListFilters | false | undefined
  children: (data: Data) => Rendered
}

/** A list in one of its states: loading, failed, empty, no match, or loaded. */
export function ListState<Data>(props: ListStateProps<Data>) {
  const { query, isWaiting = false, empty, filters } = props
  const { data } = query
  if (query.isPending || (isWaiting && data)) return props.placeholder
  // The previous rows may belong to another page or other filters, so they are not shown here.
  if (data === undefined || (query.isError && query.isPlaceholderData))
    return <QueryError query={query} text={props.failed} />
  if (props.isEmpty(data))
    return (
      <EmptyState
        {...empty}
        {...(filters && {
          // The sentence about the search is the heading of a list that has one.
          ...(empty.heading === undefined
            ? { note: filters.note }
            : { heading: filters.note, note: '' }),
          action: (
            <Button onClick={filters.onClear}>
              Clear {filters.isSearch ? 'search' : 'filters'}
            </Button>
          ),
        })}
      />
    )
  return props.children(data)
}
