import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { mostHeld } from '@portal/domain/licenses/held-lists'
import type { HeldLicense, RecordDifferences } from '@portal/domain/licenses/held.schema'
import { roomIn } from '@portal/domain/licenses/unsent-changes'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { usePortal } from '../../session/useSession.ts'
import type { ListStateProps } from '../../ui/lists/ListState.tsx'
import { PagedList } from '../../ui/lists/PagedList.tsx'
import { Muted } from '../../ui/parts.tsx'
import { SearchInput } from '../../ui/fields/SearchField.tsx'
import { Toolbar } from '../../ui/page/Toolbar.tsx'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import { useSelection, type Selectable } from '../../ui/lists/useSelection.ts'
import { useSearchText } from '../../ui/fields/useTypedText.ts'
import { heldList, inForceList, type HeldAction } from './held-columns.tsx'
import css from './HeldLicenses.module.css'
import { heldRows, monthlyPrices, whoseWords, type HeldRow } from './held-rows.ts'
import { HeldFilters } from './HeldFilters.tsx'
import { HeldSelection, type HeldSelectionProps } from './HeldSelection.tsx'
import type { ChangeHeld, HeldSearch } from '../licenses-search.ts'
import {
  differencesQuery,
  heldPageSize,
  heldQuery,
  licenseQuery,
  namedHeldQuery,
  type HeldAnswer,
} from '../licenses.api.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface HeldLicensesProps {
  search: HeldSearch
  onChange: ChangeHeld
  /** The id of the license that is open beside the list. */
  current?: string | undefined
  /** The ids of licenses that ended after a page showed them. */
  ended: ReadonlySet<string>
  /** Called with the selected licenses that are no longer in force. */
  onEnded: (licenseIds: readonly string[]) => void
  /** The action of the button in each row; other actions apply to several licenses. */
  action: Pick<HeldAction, 'label' | 'choose'>
  /** The actions for the selected licenses, the main action last. */
  onSelected: HeldSelectionProps['actions']
  /** Beside the search; above it on a phone. */
  views?: ReactNode
  /** Above the list. */
  totals?: ReactNode
  /** Below the filters of a phone. */
  inSheet?: ReactNode
  empty: ListStateProps<unknown>['empty']
}

const selectableLicense: Selectable<HeldRow> = {
  idOf: ({ licenseId }) => licenseId,
  nameOf: (row) =>
    `${row.productName}, ${whoseWords(row)}${row.looksAlike ? `, license ${row.licenseId}` : ''}`,
  refusalOf: ({ refusal }) => refusal,
}

/** The company's licenses: one list, from which any number can be chosen. */
export function HeldLicenses(props: HeldLicensesProps) {
  const { search, onChange, ended, onEnded, action, onSelected, views, totals } = props
  const { inSheet, empty, current } = props
  const { content, lineItems } = useUnsentOrder()
  const { accountId } = usePortal().company
  const isPhone = useMedia(narrow)
  const isChoice = action.label !== 'Details'
  const { sort, direction } = search
  const actions = useMemo(() => ({ ...action, sort }), [action, sort])
  const sorted = useMemo(() => ({ column: sort, direction }), [sort, direction])
  const find = useCallback(({ q }: { q: string }) => onChange({ find: q }), [onChange])
  const [typed, type, settled] = useSearchText(search.find, find)
  const { grouped, ...shown } = search
  const asked = { ...shown, find: settled }
  const { data: differing } = useQuery({ ...differencesQuery(accountId), select: licensesOf })
  const list = useQuery({
    ...heldQuery(accountId, asked),
    select: useCallback(
      (page: HeldAnswer) => ({
        ...page,
        held: page.rows,
        rows: heldRows(page.rows, page.products, lineItems, differing),
      }),
      [lineItems, differing],
    ),
  })
  const seen = useSeen(list.data?.held)
  const known = useMemo(() => {
    if (!list.data) return undefined
    const held = new Set(list.data.held.map(({ licenseId }) => licenseId))
    const inForce = seen.filter(({ licenseId }) => held.has(licenseId) || !ended.has(licenseId))
    return heldRows(inForce, list.data.products, lineItems)
  }, [seen, list.data, ended, lineItems])
  const { selected, hidden, selecting, clear } = useSelection(
    known,
    list.data?.rows,
    selectableLicense,
    isChoice,
  )
  useStillHeld(selected.slice(selected.length - hidden), onEnded)
  const isFiltered = settled !== '' || search.standing !== undefined
  // A list without licenses has no search or filters.
  const isEmpty = !isChoice && !isFiltered && typed === '' && list.data?.count === 0
  const isWhole = list.data !== undefined && list.data.count === list.data.rows.length
  return (
    <>
      {isPhone && views && (
        <div className={css.views} data-edge>
          {views}
          <Muted as="p" size={2}>
            Tap one or more licenses to {action.label.toLowerCase()}.
          </Muted>
        </div>
      )}
      {!isEmpty && (
        <Toolbar total={list.data && foundText(list.data.count, isFiltered)}>
          <SearchInput
            label="Search your licenses"
            placeholder="Search user, product, network or company"
            value={typed}
            onChange={type}
          />
          <HeldFilters search={search} found={list.data?.count} onChange={onChange}>
            {isPhone && inSheet}
          </HeldFilters>
          {!isPhone && views}
        </Toolbar>
      )}
      {totals}
      <PagedList
        query={list}
        list={isChoice ? heldList : inForceList}
        actions={actions}
        current={current}
        onUnlisted={() => {
          if (current === undefined) return
          const { queryKey } = licenseQuery(accountId, current)
          void queryClient.invalidateQueries({ queryKey })
        }}
        selecting={selecting}
        groupOf={isPhone && search.sort === 'user' ? undefined : groups[search.sort]}
        groupsTables={grouped !== undefined}
        groupNote={isWhole ? (isPhone ? severalNote : groupNote) : undefined}
        sorted={sorted}
        onSort={(column) => onChange(sortChange(search, column as HeldSearch['sort']))}
        loading="Loading your licenses"
        failed="Failed to load your licenses."
        empty={isFiltered ? { ...empty, text: 'No Licenses Found.' } : empty}
        filters={
          isFiltered && {
            note: `No license matches the ${search.standing ? 'search and the filter' : 'search'}.`,
            onClear: () => onChange({ find: undefined, standing: undefined }),
          }
        }
        beyond="This page is past the end of your licenses."
        pages="Pages of your licenses"
        page={search.part}
        size={heldPageSize}
        onPage={(part) => onChange({ part })}
        load={async (part) => {
          const page = await queryClient.fetchQuery(heldQuery(accountId, { ...asked, part }))
          return { ...page, rows: heldRows(page.rows, page.products, lineItems, differing) }
        }}
      />
      <HeldSelection
        selected={selected}
        hidden={hidden}
        selecting={selecting}
        room={roomIn(content)}
        actions={onSelected}
        onClose={clear}
      />
    </>
  )
}

/** The licenses of all pages that were shown, in their newest state: a selected one may be on another page. */
function useSeen(held: readonly HeldLicense[] | undefined): HeldLicense[] {
  const [seen, setSeen] = useState({ held, all: byId(new Map(), held) })
  if (held && held !== seen.held) setSeen({ held, all: byId(seen.all, held) })
  return useMemo(() => [...seen.all.values()], [seen])
}

const byId = (before: ReadonlyMap<string, HeldLicense>, held: readonly HeldLicense[] = []) =>
  new Map([...before, ...held.map((license) => [license.licenseId, license] as const)])

/** A selected license that the list does not show is on another page, or filtered out, or no longer in force. */
function useStillHeld(hidden: readonly HeldRow[], onEnded: HeldLicensesProps['onEnded']) {
  const { accountId } = usePortal().company
  const ids = hidden.map(({ licenseId }) => licenseId)
  const { data, isFetchedAfterMount } = useQuery(namedHeldQuery(accountId, ids))
  const report = useEffectEvent((held: ReadonlyMap<string, unknown>) =>
    onEnded(ids.slice(0, mostHeld).filter((id) => !held.has(id))),
  )
  useEffect(() => {
    // Data that was read for an earlier selection may be outdated.
    if (data && isFetchedAfterMount) report(data)
  }, [data, isFetchedAfterMount])
}

/** The licenses about which an order and the records differ. */
const licensesOf = ({ differences }: RecordDifferences) =>
  new Set(differences.flatMap(({ licenseId }) => licenseId ?? []))

/** The headings of the rows; on a phone the user's name is already the first line of a row. */
const groups: Partial<Record<string, (row: HeldRow) => string>> = {
  product: ({ productName }) => productName,
  network: ({ networkName }) => networkName,
  user: ({ userName }) => userName || 'No user',
}

/** `4 · $6,225.00 a month, 1 list price`: short, because headings are narrow. */
function groupNote(rows: readonly HeldRow[]): string {
  const sums = monthlyPrices(rows).map(({ cents, currency }) => formatMoney(cents, currency))
  const listed = rows.filter(({ isListPrice }) => isListPrice).length
  const note = [rows.length.toLocaleString('en-US'), ...sums].join(' · ')
  if (sums.length === 0) return note
  return `${note} a month${listed > 0 ? `, ${plural(listed, 'list price')}` : ''}`
}

/** On a phone a heading does not repeat its only row. */
const severalNote = (rows: readonly HeldRow[]) => (rows.length > 1 ? groupNote(rows) : '')

/** The newest and the most expensive come first. */
function sortChange({ sort, direction }: HeldSearch, column: HeldSearch['sort']) {
  const first = column === 'since' || column === 'price' ? 'descending' : 'ascending'
  const other = direction === 'ascending' ? 'descending' : 'ascending'
  return { sort: column, direction: column === sort ? other : first } as const
}

/** `114 licenses`, or `3 licenses found`. */
const foundText = (count: number, isFiltered: boolean) =>
  `${plural(count, 'license')}${isFiltered ? ' found' : ''}`
