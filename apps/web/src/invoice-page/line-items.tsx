import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { subjectText } from '@portal/domain/invoices/line-subject'
import { formatQuantity, formatUnitPrice, toCents } from '@portal/domain/kernel/money'
import { LineState } from '../authorization/LineState.tsx'
import type { Changes } from '../kernel/search-params.ts'
import { AskCell } from '../questions/AskCell.tsx'
import type { LineQuestions } from '../questions/line-questions.ts'
import { defineList, type CardLayout, type Sorted } from '../ui/lists/list-columns.ts'
import { Money } from '../ui/Money.tsx'
import { OnCard } from '../ui/lists/RowLink.tsx'
import type { InvoiceDetailSearch } from '../invoices/invoice-search.ts'

const placeText = ({ city, state }: LineItem) => [city, state].filter(Boolean).join(', ')

const words = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/** Data about the lines that is not part of the invoice. */
export interface KnownOfLines extends LineQuestions {
  authorizationOf: (line: LineItem) => LineAuthorization | undefined
}

/** The lines of an invoice. The address may sort by the ids of the columns with `compare`. */
const definition: Parameters<typeof defineList<LineItem, KnownOfLines>>[0] = {
  label: 'Line items',
  rowHeight: 44,
  card: {
    tracks: 'minmax(0, 1fr) auto auto',
    lines: ['product total total', 'price price ask', 'description description ask'],
    start: ['price'],
    isTop: true,
    height: 84,
  },
  compact: {
    tracks: 'minmax(120px, 1fr) minmax(170px, 4fr) minmax(104px, 0.2fr) minmax(124px, 0.2fr) 44px',
    lines: ['product description price total ask'],
    height: 44,
  },
  columns: [
    {
      id: 'product',
      header: 'Product',
      width: 'minmax(150px, 1.2fr)',
      look: 'strong',
      compare: (a, b) => words.compare(a.productName, b.productName),
      cell: (line) => (
        <>
          {line.productName}
          {line.moreInfo && <small>{line.moreInfo}</small>}
        </>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      width: 'minmax(160px, 3fr)',
      look: 'quiet',
      compare: (a, b) => words.compare(a.description, b.description),
      cell: (line, { authorizationOf }) => (
        <>
          {line.description}
          {placeText(line) && (
            <OnCard orCompact>{`${line.description && ' · '}${placeText(line)}`}</OnCard>
          )}
          <LineState
            subject={subjectText(line)}
            authorization={authorizationOf(line)}
            separator={
              line.description ? ' · ' : placeText(line) && <OnCard orCompact>{' · '}</OnCard>
            }
          />
        </>
      ),
    },
    {
      id: 'place',
      header: 'City, State',
      width: 'minmax(90px, 0.9fr)',
      look: 'quiet',
      cell: placeText,
    },
    {
      id: 'quantity',
      header: 'Quantity',
      width: 'minmax(64px, 0.5fr)',
      align: 'end',
      look: 'quiet',
      cell: (line) => line.quantity !== null && formatQuantity(line.quantity),
    },
    {
      id: 'price',
      header: 'Sales Price',
      width: 'minmax(84px, 0.7fr)',
      align: 'end',
      look: 'quiet',
      cell: ({ salesPrice, quantity, currency }) => (
        <>
          {quantity !== null && (
            <OnCard orCompact>
              {salesPrice === null
                ? `Quantity ${formatQuantity(quantity)}`
                : `${formatQuantity(quantity)} × `}
            </OnCard>
          )}
          {salesPrice !== null && formatUnitPrice(salesPrice, currency)}
        </>
      ),
    },
    {
      id: 'total',
      header: 'Total',
      width: 'minmax(124px, 0.9fr)',
      align: 'end',
      look: 'strong',
      compare: (a, b) => a.total - b.total,
      cell: (line) => <Money cents={toCents(line.total, line.currency)} currency={line.currency} />,
    },
    {
      id: 'ask',
      header: 'Question',
      isHeaderHidden: true,
      isScreenOnly: true,
      width: '56px',
      align: 'end',
      cell: (line, known) => <AskCell line={line} questions={known} />,
    },
  ],
}
/** Without the price, which a narrow table shows with the quantity. */
const compactWithoutPrice: CardLayout = {
  tracks: 'minmax(120px, 1fr) minmax(170px, 4fr) minmax(124px, 0.2fr) 44px',
  lines: ['product description total ask'],
  height: 44,
}

/** The list for these lines, without the columns that no line fills. */
export function lineList(lines: readonly LineItem[]) {
  const hasQuantity = lines.some(({ quantity }) => quantity !== null)
  const hasPrice = hasQuantity || lines.some(({ salesPrice }) => salesPrice !== null)
  const isFilled: Record<string, boolean> = {
    place: lines.some(placeText),
    quantity: hasQuantity,
    price: hasPrice,
  }
  return defineList({
    ...definition,
    ...(!hasPrice && { compact: compactWithoutPrice }),
    columns: definition.columns.filter(({ id }) => isFilled[id] ?? true),
  })
}

type LineOrder = Changes<Pick<InvoiceDetailSearch, 'sort' | 'order'>>

export function sortedBy({ sort, order }: LineOrder): Sorted | undefined {
  return sort && { column: sort, direction: order === 'desc' ? 'descending' : 'ascending' }
}

/**
 * The next order when a sort button is pressed: names from A and amounts from the largest, the reverse, then the invoice's
 * own order.
 */
export function nextSort(current: LineOrder, pressed: LineOrder['sort']): LineOrder {
  const first = pressed === 'total' ? 'desc' : undefined
  if (current.sort !== pressed) return { sort: pressed, order: first }
  if (current.order !== first) return { sort: undefined, order: undefined }
  return { sort: pressed, order: first ? undefined : 'desc' }
}
