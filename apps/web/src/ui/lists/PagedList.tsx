import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Paged } from '../../api/paged.ts'
import { Button } from '../Button.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ListState, type ListStateProps } from './ListState.tsx'
import { countText, isLastPage, pageRange, totalText } from './page-range.ts'
import { Pager, Sizes, type SizesProps } from './Pager.tsx'
import css from './Pager.module.css'
import { Row } from '../parts.tsx'
import { useIsPrinted } from '../useIsPrinted.ts'
import { usePrintWhole } from '../usePrintWhole.ts'
import { useUnlisted } from './useUnlisted.ts'
import { VirtualRows, type VirtualRowsProps } from './VirtualRows.tsx'

interface PagedListProps<Row, Actions, Size extends string>
  extends
    Pick<ListStateProps<Paged<Row>>, 'failed' | 'empty' | 'filters'>,
    Omit<VirtualRowsProps<Row, Actions>, 'rows' | 'startsAgain'> {
  query: UseQueryResult<Paged<Row>>
  /** The search and filters above the list; not shown while there is nothing to search. */
  toolbar?: ReactNode
  /** Names the loading content for screen readers. */
  loading: string
  page: number
  size: number
  onPage: (page: number) => void
  /** Fetches a page, for printing all of them. */
  load: (page: number) => Promise<Paged<Row>>
  pages: string
  /** Set if the user can choose the number of rows of a page. */
  sizes?: SizesProps<Size>
  /** Shown for a page after the last one. */
  beyond: string
  /** Called when the row that is open beside the list is no longer listed: it may be gone. */
  onUnlisted?: () => void
}

/** Whether a list has no rows although no filter is active: there is nothing to search, filter or export. */
export const hasNothingYet = (
  {
    data,
    isPlaceholderData,
  }: Pick<UseQueryResult<{ count: number }>, 'data' | 'isPlaceholderData'>,
  isFiltered: boolean,
) => data?.count === 0 && !isPlaceholderData && !isFiltered

/** One page of a list that the server filters. */
export function PagedList<Row, Actions, Size extends string = never>(
  props: PagedListProps<Row, Actions, Size>,
) {
  const { query, toolbar, loading, failed, empty, filters, onUnlisted, ...rest } = props
  const { page, size, onPage, load, pages, sizes, beyond, ...grid } = rest
  const isPrinted = useIsPrinted()
  const isPart = Boolean(query.data && query.data.rows.length < query.data.count)
  const whole = usePrintWhole(load, isPart)
  const { list, current } = grid
  const isListed = query.data?.rows.some((row) => list.opens?.(row) === current) === true
  useUnlisted(current, isListed, () => onUnlisted?.())
  // A page after the last one: the list is not empty, and the search and filters are not the reason.
  const isBeyond = page > 1 && query.data !== undefined && query.data.count > 0
  return (
    <>
      {!hasNothingYet(query, Boolean(filters)) && toolbar}
      <ListState
        query={query}
        placeholder={<ListSkeleton list={grid.list} label={loading} />}
        failed={failed}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          isBeyond
            ? {
                icon: empty.icon,
                text: beyond,
                action: <Button onClick={() => onPage(1)}>First page</Button>,
              }
            : empty
        }
        filters={!isBeyond && filters}
      >
        {(data) => {
          const isLast = isLastPage(page, size, data)
          return (
            <>
              {isPrinted && isPart && !whole && (
                <p>
                  Rows {pageRange(page, size, data.rows.length)} ({totalText(data)}). Ctrl+P or ⌘P
                  in the portal prints all of them.
                </p>
              )}
              <VirtualRows {...grid} rows={whole ?? data.rows} startsAgain={String(page)} />
              {(sizes || page > 1 || !isLast) && (
                <Row gap={5} rowGap={3} justify="end" wrap className={css.end} data-screen>
                  {sizes && <Sizes {...sizes} />}
                  {(page > 1 || !isLast) && (
                    <Pager
                      label={pages}
                      range={`${pageRange(page, size, data.rows.length)} of ${countText(data)}`}
                      page={page}
                      isLast={isLast}
                      busy={query.isPlaceholderData}
                      onPage={onPage}
                    />
                  )}
                </Row>
              )}
            </>
          )
        }}
      </ListState>
    </>
  )
}
