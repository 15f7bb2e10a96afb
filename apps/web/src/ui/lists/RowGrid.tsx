import type { Virtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import {
  memo,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefCallback,
  type RefObject,
} from 'react'
import { leaveRow } from '../left-row.ts'
import type { Direction, List, ListShape, PlacedColumn, Sorted } from './list-columns.ts'
import css from './RowGrid.module.css'
import type { RowGroups } from './row-groups.ts'
import { SelectBox, type Selecting } from './SelectBox.tsx'
import { useAfterPaint } from '../useAfterPaint.ts'
import type { RowKeys } from './useRowKeys.ts'
import { inSight, meetsSight } from './visible-rows.ts'

export interface RowGridProps<Row, Actions> {
  list: List<Row, Actions>
  rows: readonly Row[]
  /** The cells' callbacks; while unchanged, unchanged rows are not rendered again. */
  actions: Actions
  /**
   * The key of a row, if rows must keep their identity when others are inserted before them. Without it the key is
   * the index: a search then updates the text of existing rows, which is several times faster than rendering new
   * ones.
   */
  keyOf?: (row: Row, index: number) => string
  sorted?: Sorted | undefined
  /** Called with the column whose sort button was pressed. */
  onSort?: (column: string) => void
  /** The row that is open beside the list, as `list.opens` names it. */
  current?: string | undefined
  /** Set if rows can be selected; then the list is `selectable`. */
  selecting?: Selecting<Row> | undefined
  // The two virtualizers differ only in the scrolling element, which does not matter here.
  virtual: Virtualizer<Window, Element> | Virtualizer<HTMLDivElement, Element>
  keys: RowKeys
  margin: number
  gridRef: RefObject<HTMLDivElement | null>
  shape: ListShape
  /** The headings of its rows. */
  groups: RowGroups
  /** Extra text in the heading of these rows. */
  groupNote?: ((rows: readonly Row[]) => string) | undefined
  /** True if the rows scroll in their own frame; otherwise the page scrolls them. */
  scrolls: boolean
}

export function RowGrid<Row, Actions>(props: RowGridProps<Row, Actions>) {
  const { list, rows, actions, keyOf, virtual, keys, margin, gridRef, shape, groups, scrolls } =
    props
  const { selecting } = props
  const tapSelects = shape === 'card' && selecting?.takesTaps === true
  const later = useAfterPaint(rows)
  // Rows outside the view may update a moment later, so that the visible ones appear sooner.
  const rowAt = (index: number) =>
    (keyOf || inSight(virtual.range, index) ? undefined : later[index]) ?? rows[index]
  return (
    <div
      className={`${css.grid} ${scrolls ? css.scrolls : ''}`}
      style={list.style}
      data-shape={shape}
      data-opens-rows={list.opens && true}
      role="grid"
      aria-label={list.label}
      aria-readonly
      aria-multiselectable={selecting && true}
      aria-rowcount={rows.length + 1}
    >
      <GridHeader
        columns={list.columns as readonly PlacedColumn<unknown, unknown>[]}
        sorted={props.sorted ?? list.sorted}
        onSort={props.onSort}
        selects={
          selecting && (
            <SelectBox
              label={selecting.allText}
              checked={selecting.checked}
              onClick={selecting.onAll}
            />
          )
        }
      />
      <div
        ref={gridRef}
        role="rowgroup"
        // Firefox makes a scrolling element a tab stop; the rows have their own.
        tabIndex={-1}
        className={css.rows}
        data-scroll-restoration-id={list.label}
      >
        <div
          role="presentation"
          className={css.all}
          style={{ height: virtual.getTotalSize() }}
          onFocus={keys.onFocus}
          onKeyDown={keys.onKeyDown}
          // Runs before the link of a card, which would open the row.
          onClickCapture={(event) => {
            if (!selecting || !selectRow(selecting, event, tapSelects)) return
            event.preventDefault()
            event.stopPropagation()
          }}
          onClick={(event) => {
            leaveClickedRow(list, rows, event)
            openRow(event)
          }}
        >
          {groups.all
            .filter(({ first, last }) => meetsSight(virtual.range, first, last))
            .map(({ name, first, last }) => {
              const { start = 0 } = virtual.measurementsCache[first] ?? {}
              const { end = start } = virtual.measurementsCache[last] ?? {}
              return (
                <div
                  key={first}
                  className={css.group}
                  style={{ top: start - margin, height: end - start }}
                  // Hidden from screen readers, because every row contains the same text.
                  aria-hidden
                >
                  <span>
                    {name}
                    {props.groupNote && (
                      <small>{props.groupNote(rows.slice(first, last + 1))}</small>
                    )}
                  </span>
                </div>
              )
            })}
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rowAt(index)
            return row === undefined ? null : (
              <GridRow
                key={key}
                list={list}
                row={row}
                shape={shape}
                actions={actions}
                index={index}
                isFirst={groups.firsts.has(index)}
                top={start - margin}
                isActive={index === keys.active}
                isCurrent={props.current !== undefined && list.opens?.(row) === props.current}
                isSelected={selecting?.isSelected(row)}
                refusal={selecting?.refusalOf(row)}
                name={selecting?.nameOf(row)}
                measure={virtual.measureElement}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface GridHeaderProps {
  columns: readonly PlacedColumn<unknown, unknown>[]
  sorted: Sorted | undefined
  onSort: ((column: string) => void) | undefined
  /** Selects all rows. */
  selects?: ReactNode
}

/** Does not render again when rows change. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, sorted, onSort, selects } = props
  const sorts = ({ compare, isSortable }: PlacedColumn<unknown, unknown>) =>
    Boolean((compare ?? isSortable) && onSort)
  const hasButton = (column: PlacedColumn<unknown, unknown>) =>
    Boolean(column.selects && selects) || sorts(column)
  return (
    <div
      role="rowgroup"
      className={css.header}
      data-buttons={columns.some(hasButton) || undefined}
      data-sorted-by-screen={columns.some(({ isSortable }) => isSortable) || undefined}
    >
      <div role="row" aria-rowindex={1} className={css.cells}>
        {columns.map((column) => {
          const { id, header, isHeaderHidden, align, place, inCompact } = column
          const direction = sorted?.column === id ? sorted.direction : undefined
          return (
            <span
              key={id}
              role="columnheader"
              className={hasButton(column) ? undefined : css.onlyName}
              aria-sort={direction}
              data-align={align}
              data-compact={inCompact}
              style={place}
            >
              {column.selects && selects ? (
                selects
              ) : sorts(column) ? (
                <SortButton
                  label={header}
                  sorted={direction}
                  words={direction && column.sortedWords?.[direction]}
                  onClick={() => onSort?.(id)}
                />
              ) : isHeaderHidden ? (
                <span className="sr-only">{header}</span>
              ) : (
                <>
                  {header}
                  {direction && <DirectionArrow sorted={direction} className={css.direction} />}
                </>
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
})

interface GridRowProps<Row, Actions> {
  list: List<Row, Actions>
  row: Row
  shape: ListShape
  actions: Actions
  /** The index of the row among all rows. */
  index: number
  /** The row is the first of a group, below the heading. */
  isFirst: boolean
  /** The offset of the row, in pixels. */
  top: number
  /** Whether the row is the list's only tab stop. */
  isActive: boolean
  /** Whether the row is open beside the list. */
  isCurrent: boolean
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined
  /** Why the row cannot be selected. */
  refusal: string | undefined
  /** The row's name in the label of its checkbox. */
  name: string | undefined
  measure: RefCallback<HTMLDivElement>
}

/** One row; does not render again when other rows change. */
const GridRow = memo(function GridRow<Row, Actions>(props: GridRowProps<Row, Actions>) {
  const { list, row, shape, actions, index, isFirst, top, isActive, isSelected, measure } = props
  const columns = list.columns.filter(
    ({ asks, onCard, inCompact }) =>
      !asks || { card: onCard, compact: inCompact, table: undefined }[shape] !== 'off',
  )
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={props.isCurrent || undefined}
      data-index={index}
      data-first={isFirst || undefined}
      tabIndex={isActive ? 0 : -1}
      className={`${css.cells} ${css.row}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map(({ id, align, look, cell, place, onCard, inCompact, selects }) => (
        <span
          key={id}
          role="gridcell"
          data-align={align}
          data-look={look}
          data-card={onCard}
          data-compact={inCompact}
          style={place}
        >
          {selects && isSelected !== undefined ? (
            <SelectBox
              isInRow
              label={`Select ${props.name}`}
              checked={isSelected}
              refusal={props.refusal}
            />
          ) : (
            cell(row, actions)
          )}
        </span>
      ))}
    </div>
  )
}) as <Row, Actions>(props: GridRowProps<Row, Actions>) => ReactElement

/** Stores the row whose link or button was clicked, so that the user returns to that row. */
function leaveClickedRow<Row, Actions>(
  { label, opens }: List<Row, Actions>,
  rows: readonly Row[],
  { target }: MouseEvent<HTMLElement>,
) {
  const opener = (target as HTMLElement).closest('[data-opens]')
  const index = opener?.closest<HTMLElement>('[data-index]')?.dataset.index
  const row = rows[Number(index)]
  if (opens && row !== undefined) leaveRow(label, opens(row))
}

/** A click on the checkbox selects the row. If a tap selects, so does a click anywhere except on another button. */
function selectRow<Row>(
  selecting: Selecting<Row>,
  { target, currentTarget, shiftKey }: MouseEvent<HTMLElement>,
  tapSelects: boolean,
): boolean {
  const clicked = target as HTMLElement
  const box = clicked.closest('[data-selects]')
  if (
    !currentTarget.contains(clicked) ||
    (!box && (!tapSelects || clicked.closest('button:not([data-opens])')))
  )
    return false
  const index = clicked.closest<HTMLElement>('[data-index]')?.dataset.index
  if (index !== undefined) selecting.onRow(Number(index), shiftKey)
  return index !== undefined
}

/** A click anywhere in a row opens it, unless it was on a control or selected text. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  const clicked = target as HTMLElement
  // Floating layers are outside the row, whichever component rendered them.
  if (clicked.closest('a, button') || !currentTarget.contains(clicked)) return
  if (getSelection()?.toString()) return
  const row = clicked.closest('[role=row]')
  row?.querySelector<HTMLElement>('[data-opens]')?.click()
}

interface SortButtonProps {
  label: string
  sorted: Direction | undefined
  words: string | undefined
  onClick: () => void
}

/** A column header that sorts by the column, and reverses the order when pressed again. */
function SortButton({ label, sorted, words, onClick }: SortButtonProps) {
  return (
    <button type="button" className={css.sort} data-sorted={sorted} onClick={onClick}>
      {label}
      {words && <small>{words}</small>}
      {sorted ? <DirectionArrow sorted={sorted} /> : <ArrowUpDown size={13} aria-hidden />}
    </button>
  )
}

function DirectionArrow({
  sorted,
  className,
}: {
  sorted: Direction
  className?: string | undefined
}) {
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  return <Arrow className={className} size={13} aria-hidden />
}
