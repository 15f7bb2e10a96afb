import type { FileCell } from '@portal/domain/kernel/csv'
import type { CSSProperties, ReactNode } from 'react'
import type { Table } from '../table-file.ts'
import { groupHeight } from './row-groups.ts'

export type Direction = 'ascending' | 'descending'

/** One column of a list. The columns define its header, rows, cards on phones, sorting, files and printout. */
export interface Column<Row, Actions = undefined> {
  id: string
  header: string
  /** Shows the header only to screen readers: the content is self-explanatory. */
  isHeaderHidden?: true
  /** Not printed: the column contains only buttons, or its value is not loaded for every row. */
  isScreenOnly?: true
  /** The cell requests its content from the server, so it is only rendered where it is visible. */
  asks?: true
  /** Contains the checkbox that selects the row; see `selectable`. */
  selects?: true
  /** Its track in the grid of a wide list: `104px`, `minmax(90px, 1fr)`. The list is a table where all fit. */
  width: string
  align?: 'end' | 'center'
  look?: 'quiet' | 'strong'
  cell: (row: Row, actions: Actions) => ReactNode
  /** Set on columns that users can sort by. */
  compare?: (a: Row, b: Row) => number
  /** Set on sortable columns of a list that its screen sorts; on phones the sheet of the filters offers the orders. */
  isSortable?: true
  /** The sort order in words, if the header does not name it. */
  sortedWords?: Record<'ascending' | 'descending', string>
  /** Its columns in an exported file, by header. */
  file?: Record<string, (row: Row) => FileCell>
}

/** The layout of cells on a narrow list: lines of column ids, as in `grid-template-areas`. */
export interface CardLayout {
  tracks: string
  /** A column that is in no line is not shown. */
  lines: readonly string[]
  /** The columns aligned to the end of their area, besides numeric ones. */
  end?: readonly string[]
  /** The numeric columns aligned to the start of their area. */
  start?: readonly string[]
  /** Cells start at the top of their area; otherwise they are centered. */
  isTop?: true
  /** The estimated height of a row, in pixels. */
  height: number
}

interface ListDefinition<Row, Actions> {
  label: string
  columns: readonly Column<Row, Actions>[]
  /** The estimated height of a row, in pixels. */
  rowHeight: number
  /** The cards, where no table fits. */
  card: CardLayout
  /** The table with two lines per row, where these tracks fit but the columns do not. */
  compact?: CardLayout
  /** A click anywhere in a row opens it: a control in one of its cells has `data-opens`. Returns the row's id. */
  opens?: (row: Row) => string
  /** The order in which the server returns the rows. */
  sorted?: Sorted
}

export interface Sorted {
  column: string
  direction: Direction
}

export interface List<Row, Actions = undefined> extends ListDefinition<Row, Actions> {
  columns: readonly PlacedColumn<Row, Actions>[]
  /** The custom properties that the grid's style sheet reads. */
  style: CSSProperties
  /** The minimum width of a table, and of a table with two lines per row, in rem. */
  needs: { table: number; compact: number | undefined }
}

export interface PlacedColumn<Row, Actions> extends Column<Row, Actions> {
  place: CSSProperties
  /** The cell's layout on a card, if it differs from the grid. */
  onCard: 'off' | 'end' | 'start' | undefined
  inCompact: 'off' | undefined
}

/** A list with everything the grid needs, computed once. */
export function defineList<Row, Actions = undefined>(
  list: ListDefinition<Row, Actions>,
): List<Row, Actions> {
  const onCard = (id: string) =>
    !isIn(list.card, id)
      ? 'off'
      : list.card.end?.includes(id)
        ? 'end'
        : list.card.start?.includes(id)
          ? 'start'
          : undefined
  return {
    ...list,
    columns: list.columns.map((column) => ({
      ...column,
      place: { '--area': column.id } as CSSProperties,
      onCard: onCard(column.id),
      inCompact: list.compact && !isIn(list.compact, column.id) ? 'off' : undefined,
    })),
    style: gridStyle(list),
    needs: {
      table: leastWidth(tableTracks(list), 12),
      compact: list.compact && leastWidth(list.compact.tracks, 10),
    },
  }
}

/** Adds a checkbox before each row; cards with a checkbox may have another layout. */
export function selectable<Row, Actions>(
  list: ListDefinition<Row, Actions>,
  card = list.card,
): List<Row, Actions> {
  const { compact, columns } = list
  const withBox = (layout: CardLayout, track: string): CardLayout => ({
    ...layout,
    tracks: `${track} ${layout.tracks}`,
    lines: layout.lines.map((line) => `${box.id} ${line}`),
  })
  const box = {
    id: 'select',
    header: 'Select',
    isHeaderHidden: true,
    isScreenOnly: true,
    selects: true,
  } as const
  return defineList({
    ...list,
    card: withBox(card, '28px'),
    ...(compact && { compact: withBox(compact, '20px') }),
    columns: [{ ...box, width: '20px', cell: () => null }, ...columns],
  })
}

const isIn = ({ lines }: CardLayout, id: string) =>
  lines.some((line) => line.split(' ').includes(id))

const tableTracks = <Row, Actions>({ columns }: ListDefinition<Row, Actions>) =>
  columns.map(({ width }) => width).join(' ')

/** The minimum width of tracks with gaps of that many px and the padding of a row, in rem. */
function leastWidth(tracks: string, gap: number): number {
  const least = [...tracks.matchAll(/minmax\((\d+)[^)]*\)|(\d+)px/g)].map(([, min, fixed]) =>
    Number(min ?? fixed),
  )
  return (least.reduce((sum, one) => sum + one + gap, -gap) + 40) / 16
}

/** A table, a table of rows with two lines each, or cards. */
export type ListShape = 'table' | 'compact' | 'card'

export function shapeAt<Row, Actions>(
  { needs }: Pick<List<Row, Actions>, 'needs'>,
  widthInRem: number,
): ListShape {
  if (widthInRem >= needs.table) return 'table'
  return needs.compact !== undefined && widthInRem >= needs.compact ? 'compact' : 'card'
}

/** Widths in rem: columns grow with the font size of the browser. */
const inRem = (tracks: string) =>
  tracks.replaceAll(/(\d+)px/g, (_, px: string) => `${Number(px) / 16}rem`)

function gridStyle<Row, Actions>(list: ListDefinition<Row, Actions>): CSSProperties {
  const { card, compact, rowHeight } = list
  const areas = ({ lines }: CardLayout) => lines.map((line) => `"${line}"`).join(' ')
  return {
    '--tracks': inRem(tableTracks(list)),
    '--row-height': `${rowHeight}px`,
    '--card-tracks': inRem(card.tracks),
    '--card-areas': areas(card),
    '--card-height': `${card.height}px`,
    '--group-height': `${groupHeight}px`,
    ...(card.isTop && { '--card-align': 'start' }),
    ...(compact && {
      '--compact-tracks': inRem(compact.tracks),
      '--compact-areas': areas(compact),
    }),
  } as CSSProperties
}

/** The rows sorted by a column of the list, or in their original order; the sort is stable. */
export function sortedRows<Row, Actions>(
  { columns }: Pick<List<Row, Actions>, 'columns'>,
  rows: readonly Row[],
  sorted: Sorted | undefined,
): readonly Row[] {
  const compare = columns.find(({ id }) => id === sorted?.column)?.compare
  if (!compare) return rows
  const sign = sorted?.direction === 'descending' ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(a, b))
}

/** The rows as a table for a file. */
export function listTable<Row, Actions>(
  { columns }: Pick<List<Row, Actions>, 'columns'>,
  rows: readonly Row[],
): Table {
  const fields = columns.flatMap(({ file }) => Object.entries(file ?? {}))
  return {
    titles: fields.map(([header]) => header),
    rows: rows.map((row) => fields.map(([, value]) => value(row))),
  }
}
