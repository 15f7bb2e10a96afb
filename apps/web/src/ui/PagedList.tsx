import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import type { Paged } from '../api/paged.ts'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { isLastPage, pageRange } from './page-range.ts'
import { Pager } from './Pager.tsx'
import { Skeleton } from './Skeleton.tsx'
import { VirtualRows, type VirtualRowsProps } from './VirtualRows.tsx'

interface PagedListProps<Row> extends Omit<VirtualRowsProps<Row>, 'rows'> {
  list: UseQueryResult<Paged<Row>>
  page: number
  size: number
  onPage: (page: number) => void
  loading: string
  /** How many rows to expect. */
  lines?: number
  failed: string
  pages: string
  empty: EmptyStateProps
  /** Said of a page after the last one. */
  beyond: string
  /** What is said when nothing is left, while a search or a filter is on. */
  filtered?: string | undefined
  onClear?: () => void
}

/** A page of a list in whatever state it is: on its way, failed, empty, filtered to nothing, or there. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, page, size, onPage, loading, lines = 10, failed, pages, ...rest } = props
  const { empty, beyond, filtered, onClear, ...grid } = rest
  const { data } = list
  const framed = (content: ReactNode) => <Card flush>{content}</Card>
  if (list.isPending)
    return framed(<Skeleton lines={lines} lineHeight={grid.rowHeight} label={loading} />)
  // What came before the failure belongs to another page or other filters: it must not stand for these.
  if (!data || (list.isError && list.isPlaceholderData))
    return framed(
      <ErrorState
        text={failed}
        supportId={supportIdOf(list.error)}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />,
    )
  if (data.rows.length === 0) {
    const wayOut = filtered
      ? { note: filtered, action: <Button onClick={onClear}>Clear filters</Button> }
      : page > 1 && { note: beyond, action: <Button onClick={() => onPage(1)}>First page</Button> }
    return framed(<EmptyState {...empty} {...wayOut} />)
  }
  const isLast = isLastPage(page, size, data)
  return (
    <>
      <VirtualRows {...grid} rows={data.rows} />
      {(page > 1 || !isLast) && (
        <Pager
          label={pages}
          range={pageRange(page, size, data.rows.length)}
          page={page}
          isLast={isLast}
          busy={list.isPlaceholderData}
          onPage={onPage}
        />
      )}
    </>
  )
}
