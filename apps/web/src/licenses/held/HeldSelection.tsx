import { plural } from '@portal/domain/kernel/plural'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Selecting } from '../../ui/lists/SelectBox.tsx'
import { SelectionFrame } from '../../ui/lists/SelectionFrame.tsx'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import { monthlyPrices, type HeldRow } from './held-rows.ts'

export interface HeldSelectionProps {
  selected: readonly HeldRow[]
  /** The number of selected licenses that the list does not show. */
  hidden: number
  selecting: Selecting<HeldRow>
  /** The number of items that the order has room for. */
  room: number
  /** The actions for the selected licenses, the main action last. */
  actions: Partial<Record<'Cancel' | 'Change', (rows: readonly HeldRow[]) => void>>
  onClose: () => void
}

/** The bar of the selected licenses; nothing if there are none. */
export function HeldSelection(props: HeldSelectionProps) {
  const { selected, hidden, selecting, room, actions, onClose } = props
  const isPhone = useMedia(narrow)
  if (selected.length === 0) return null
  const tooMany =
    selected.length > room ? `Your order has room for ${plural(room, 'more item')}.` : undefined
  return (
    <SelectionFrame
      count={selected.length}
      hidden={hidden}
      sums={monthlyPrices(selected).map(({ currency, cents, words }, index) => (
        <span key={currency}>
          {index > 0 && ' + '}
          <Money cents={cents} currency={currency} /> {words}
        </span>
      ))}
      note={tooMany ?? noteText(selected, selecting)}
      isPhone={isPhone}
      onClose={onClose}
      all={
        isPhone &&
        selecting.checked !== true && (
          <Button tone="quiet" onClick={selecting.onAll}>
            {selecting.allText}
          </Button>
        )
      }
    >
      {Object.entries(actions).map(([label, choose], nth, { length }) => (
        <Button
          key={label}
          // Like a change, a cancellation is only added to the order.
          tone={nth === length - 1 ? 'primary' : 'plain'}
          disabledReason={tooMany}
          onClick={() => choose(selected)}
        >
          {label} {plural(selected.length, 'license')}
        </Button>
      ))}
    </SelectionFrame>
  )
}

function noteText(selected: readonly HeldRow[], { checked, refused }: Selecting<HeldRow>): string {
  const products = productsText(selected)
  // If all are selected, the note explains why their number is less than that of the list.
  if (checked !== true || refused === 0) return products
  return `${products} · ${refused.toLocaleString('en-US')} more cannot be selected: see ${refused === 1 ? 'its row' : 'their rows'}`
}

/** `TT Pro`, or `3 products`. */
function productsText(rows: readonly HeldRow[]): string {
  const names = new Set(rows.map(({ productName }) => productName))
  return names.size === 1 ? [...names].join('') : plural(names.size, 'product')
}
