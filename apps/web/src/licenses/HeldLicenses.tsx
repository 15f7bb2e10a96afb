import { plural } from '@portal/domain/kernel/plural'
import { useMemo, useState, type ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../ui/Button.tsx'
import { sortedRows } from '../ui/list-columns.ts'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import { ListState, type ListStateProps } from '../ui/ListState.tsx'
import { Money } from '../ui/Money.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { SelectionFrame } from '../ui/SelectionFrame.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { useSelection, type Selectable } from '../ui/useSelection.ts'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { byProduct, heldList, inForceList, type HeldAction } from './held-columns.tsx'
import css from './HeldLicenses.module.css'
import { foundRows, monthlyPrices, whoseWords, type HeldRow } from './held-rows.ts'

interface HeldLicensesProps {
  /** The query on which the rows wait. */
  query: UseQueryResult
  rows: readonly HeldRow[] | undefined
  /** What the button of each row does; the others are for several licenses only. */
  action: { label: HeldAction['label']; choose: (row: HeldRow) => void }
  /** What can be done with the selected licenses, the main action last. */
  onSelected: readonly { label: 'Change' | 'Cancel'; choose: (rows: readonly HeldRow[]) => void }[]
  /** The number of items that the order has room for. */
  room: number
  /** Beside the search; above it on a phone. */
  views?: ReactNode
  /** Above the list, from all of its rows. */
  totals?: ReactNode
  empty: ListStateProps<unknown>['empty']
}

const selectableLicense: Selectable<HeldRow> = {
  idOf: ({ licenseId }) => licenseId,
  nameOf: (row) =>
    `${row.productName}, ${whoseWords(row)}${row.looksAlike ? `, license ${row.licenseId}` : ''}`,
  refusalOf: ({ refusal }) => refusal,
}

/** What the company holds: one list, from which any number of licenses are chosen. */
export function HeldLicenses(props: HeldLicensesProps) {
  const { query, rows, action, onSelected, room, views, totals, empty } = props
  const isPhone = useMedia(narrow)
  const list = action.label === 'Details' ? inForceList : heldList
  const [search, type] = useState('')
  const [sorted, setSorted] = useState(byProduct)
  const inOrder = useMemo(() => rows && sortedRows(list, rows, sorted), [list, rows, sorted])
  const shown = useMemo(() => inOrder && foundRows(inOrder, search), [inOrder, search])
  const { selected, hidden, selecting, clear } = useSelection(
    rows,
    shown,
    selectableLicense,
    action.label !== 'Details',
  )
  const tooMany =
    selected.length > room ? `Your order has room for ${plural(room, 'more item')}.` : undefined
  const sortBy = (column: string) =>
    setSorted((now) => ({
      column,
      direction:
        now.column === column && now.direction === 'ascending' ? 'descending' : 'ascending',
    }))
  return (
    <>
      {isPhone && views && (
        <div className={css.views} data-edge>
          {views}
        </div>
      )}
      <Toolbar total={foundText(rows, shown)}>
        <SearchInput
          label="Search your licenses"
          placeholder="Search user, product, network or company"
          value={search}
          onChange={type}
        />
        {!isPhone && views}
      </Toolbar>
      {totals}
      <ListState
        query={query}
        placeholder={<ListSkeleton list={list} label="Loading your licenses" />}
        failed="Failed to load your licenses."
        isEmpty={() => shown?.length === 0}
        empty={empty}
        filters={
          search !== '' && { note: 'No license matches the search.', onClear: () => type('') }
        }
      >
        {() => (
          <VirtualRows
            list={list}
            selecting={selecting}
            rows={shown ?? []}
            actions={action}
            startsAgain={`${search}\n${sorted.column} ${sorted.direction}`}
            groupOf={groups[sorted.column]}
            sorted={sorted}
            onSort={sortBy}
          />
        )}
      </ListState>
      {selected.length > 0 && (
        <SelectionFrame
          count={selected.length}
          hidden={hidden}
          sums={monthlyPrices(selected).map(([currency, cents], index) => (
            <span key={currency}>
              {index > 0 && ' + '}
              <Money cents={cents} currency={currency} /> a month
            </span>
          ))}
          note={tooMany ?? productsText(selected)}
          isPhone={isPhone}
          onClose={clear}
        >
          {onSelected.map(({ label, choose }, nth) => (
            <Button
              key={label}
              {...(nth === onSelected.length - 1 && {
                tone: label === 'Cancel' ? 'danger' : 'primary',
              })}
              disabledReason={tooMany}
              onClick={() => choose(selected)}
            >
              {label} {plural(selected.length, 'license')}
            </Button>
          ))}
        </SelectionFrame>
      )}
    </>
  )
}

/** The headings of the cards. */
const groups: Partial<Record<string, (row: HeldRow) => string>> = {
  product: ({ productName }) => productName,
  network: ({ networkName }) => networkName,
}

/** `TT Pro`, or `3 products`. */
function productsText(rows: readonly HeldRow[]): string {
  const names = new Set(rows.map(({ productName }) => productName))
  return names.size === 1 ? [...names].join('') : plural(names.size, 'product')
}

/** `114 licenses`, or `3 of 114 licenses` while a search is active. */
function foundText(all: readonly HeldRow[] | undefined, shown: readonly HeldRow[] | undefined) {
  if (!all || !shown) return undefined
  const total = plural(all.length, 'license')
  return shown.length === all.length ? total : `${shown.length.toLocaleString('en-US')} of ${total}`
}
