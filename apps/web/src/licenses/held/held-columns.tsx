import { formatDay, type Day } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { today } from '../../kernel/today.ts'
import { Button } from '../../ui/Button.tsx'
import { selectable, type Column, type Sorted } from '../../ui/lists/list-columns.ts'
import { Money } from '../../ui/Money.tsx'
import { Muted } from '../../ui/parts.tsx'
import { OnCard, RowButton } from '../../ui/lists/RowLink.tsx'
import css from './HeldLicenses.module.css'
import { userOf, whoseWords, type HeldRow } from './held-rows.ts'
import { HeldStatus } from './HeldStatus.tsx'
import type { HeldSearch } from '../licenses-search.ts'
import { namesOf, sinceWords } from '../order-words.ts'
import parts from '../Parts.module.css'

/** The action of each row: the product's name opens the details, or a button chooses the license. */
export interface HeldAction {
  label: 'Change' | 'Cancel' | 'Details'
  choose: (row: HeldRow) => void
  /** The order of the cards, whose headings show the sorted value. */
  sort: HeldSearch['sort']
}

/** The order in which the server returns the licenses. */
export const byProduct: Sorted = { column: 'product', direction: 'ascending' }

/** Hides a text on a card if the heading shows it, except from screen readers, which do not read the headings. */
const unless = (isInHeading: boolean) => (isInHeading ? 'sr-only-card' : '')

const columns: readonly Column<HeldRow, HeldAction>[] = [
  {
    id: 'product',
    header: 'Product',
    width: 'minmax(150px, 1.5fr)',
    isSortable: true,
    cell: (row, { label, choose, sort }) => (
      <span className={`${parts.cardLine} ${css.product}`} data-below={sort}>
        {label === 'Details' ? (
          <RowButton onOpen={() => choose(row)}>{isolated(row.productName)}</RowButton>
        ) : (
          <span className={`${css.name} ${unless(sort === 'product')}`}>
            {isolated(row.productName)}
          </span>
        )}
        {row.looksAlike && (
          <Muted>
            <span className={unless(sort === 'product')}> · </span>License {row.licenseId}
          </Muted>
        )}
        <OnCard>
          {userOf(row) ? (
            <span className={unless(sort === 'network')}>
              <span className={unless(sort === 'product' && !row.looksAlike)}> · </span>
              {isolated(row.networkName)}
            </span>
          ) : (
            <span className={css.noUser}>{row.looksAlike && ' · '}No user</span>
          )}
        </OnCard>
      </span>
    ),
  },
  {
    id: 'user',
    header: 'User',
    width: 'minmax(130px, 1.2fr)',
    isSortable: true,
    cell: (row, { sort }) => (
      <span className={`${parts.cardLine} ${css.user}`} data-below={sort}>
        {userOf(row) ? (
          isolated(userOf(row))
        ) : (
          <>
            <Muted className={css.none}>No user</Muted>
            <OnCard>
              <span className={unless(sort === 'network')}>{isolated(row.networkName)}</span>
            </OnCard>
          </>
        )}
        {underUser(row) && <small>{underUser(row)}</small>}
      </span>
    ),
  },
  {
    id: 'network',
    header: 'Network',
    width: 'minmax(90px, 0.8fr)',
    isSortable: true,
    cell: ({ networkName }) => isolated(networkName),
  },
  {
    id: 'since',
    header: 'Since',
    width: '116px',
    look: 'quiet',
    isSortable: true,
    cell: ({ startsOn }) =>
      startsOn ? <time dateTime={startsOn}>{dayWords(startsOn)}</time> : '–',
  },
  {
    id: 'order',
    header: 'Order',
    width: '64px',
    look: 'quiet',
    cell: ({ orderId }) => orderId !== null && orderNumber(orderId),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(130px, 0.8fr)',
    cell: (row) => <HeldStatus row={row} />,
  },
  {
    id: 'price',
    header: 'Price a month',
    isSortable: true,
    width: '124px',
    align: 'end',
    cell: ({ monthlyPrice, currencyIsoCode, isListPrice }) => (
      <span className={css.price}>
        {monthlyPrice === null ? (
          '–'
        ) : (
          <Money cents={toCents(monthlyPrice, currencyIsoCode)} currency={currencyIsoCode} />
        )}
        {isListPrice && <small>list price</small>}
      </span>
    ),
  },
]

/** `Change TT Pro, Eurex · ann, since 10/24/2026`: the accessible name of the button in each row. */
export const actionName = (row: HeldRow, label: HeldAction['label']) =>
  `${label} ${row.productName}, ${whoseWords(row)}, ${sinceWords(row.startsOn, today())}${row.looksAlike ? `, license ${row.licenseId}` : ''}`

const act: Column<HeldRow, HeldAction> = {
  id: 'act',
  header: 'Actions',
  isHeaderHidden: true,
  isScreenOnly: true,
  width: '74px',
  align: 'end',
  cell: (row, { label, choose }) => (
    <span className={css.act}>
      <Button
        size="small"
        tone="quiet"
        data-opens
        tabIndex={-1}
        aria-label={actionName(row, label)}
        disabledReason={row.refusal}
        onClick={() => choose(row)}
      >
        {label}
      </Button>
    </span>
  ),
}

const list = {
  label: 'Your licenses',
  opens: ({ licenseId }: HeldRow) => licenseId,
  rowHeight: 44,
  sorted: byProduct,
  card: {
    tracks: 'minmax(0, 1fr) auto',
    lines: ['user price', 'product status'],
    end: ['price', 'status'],
    height: 60,
  },
}
const compactTracks = 'minmax(130px, 1.3fr) minmax(104px, 1fr) minmax(100px, 0.9fr)'

/** The licenses of a company, each of which opens; equal rows show their ids. */
export const inForceList = selectable<HeldRow, HeldAction>({
  ...list,
  compact: {
    tracks: `${compactTracks} 88px 118px 118px`,
    lines: ['product user network since status price'],
    height: 44,
  },
  columns,
})

/** The first day, or the next change: in one column, so that the price fits beside an order. */
const inForce: Column<HeldRow, HeldAction> = {
  id: 'since',
  header: 'In force',
  width: 'minmax(130px, 0.9fr)',
  isSortable: true,
  cell: (row) => <HeldStatus row={row} isChoice />,
}

/** The licenses of a company to choose from. */
export const heldList = selectable<HeldRow, HeldAction>({
  ...list,
  card: { ...list.card, lines: ['user price', 'product since'], end: ['price', 'since'] },
  compact: {
    tracks: `${compactTracks} 126px 118px 70px`,
    lines: ['product user network since price act'],
    height: 44,
  },
  columns: [
    ...columns.flatMap((column) =>
      column.id === 'since' ? inForce : column.id === 'status' ? [] : column,
    ),
    act,
  ],
})

const dayWords = (startsOn: Day) =>
  startsOn > today() ? `from ${formatDay(startsOn)}` : formatDay(startsOn)

const underUser = ({ userName, coveredCompany, ipAddress }: HeldRow) =>
  namesOf(userName && coveredCompany, ipAddress)
