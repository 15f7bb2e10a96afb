import { CircleMinus, CirclePlus, FilePlus2, ListOrdered, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { OrderPanel } from './licenses-search.ts'
import css from './OrderTiles.module.css'

/** What the panels are called on buttons and in headings. */
export const panelLabels: Record<OrderPanel, string> = {
  all_orders: 'All Orders',
  new_order: 'New Order',
  add_item: 'Add Item',
  change_item: 'Change Item',
  cancel_item: 'Cancel Item',
}
const icons = {
  all_orders: ListOrdered,
  new_order: FilePlus2,
  add_item: CirclePlus,
  change_item: PencilLine,
  cancel_item: CircleMinus,
}
const itemPanels = ['add_item', 'change_item', 'cancel_item'] as const

interface OrderTilesProps {
  current: OrderPanel
  /** How many items the order being built has. */
  items: number
  onChoose: (panel: OrderPanel) => void
}

/** The strip of tiles. What an order is made of slides in on hover, focus and tap of the second one. */
export function OrderTiles({ current, items, onChoose }: OrderTilesProps) {
  const [isOver, setOver] = useState(false)
  const isOpen = isOver || current !== 'all_orders'
  const tile = (panel: OrderPanel, isInner = false) => {
    const Icon = icons[panel]
    return (
      <button
        type="button"
        className={css.tile}
        aria-current={panel === current ? 'page' : undefined}
        tabIndex={isInner && !isOpen ? -1 : undefined}
        aria-expanded={panel === 'new_order' ? isOpen : undefined}
        onClick={() => onChoose(panel)}
      >
        <Icon size={18} aria-hidden />
        {panelLabels[panel].toLowerCase()}
        {panel === 'new_order' && items > 0 && (
          <span className={css.count} aria-label={`${items} items in your order`}>
            {items}
          </span>
        )}
      </button>
    )
  }
  return (
    <nav className={css.strip} aria-label="Orders">
      {tile('all_orders')}
      <div
        className={css.group}
        role="presentation"
        data-open={isOpen || undefined}
        onMouseEnter={() => setOver(true)}
        onMouseLeave={() => setOver(false)}
        onFocus={() => setOver(true)}
        onBlur={({ currentTarget, relatedTarget }) =>
          setOver(currentTarget.contains(relatedTarget))
        }
      >
        {tile('new_order')}
        <div className={css.slide}>
          <div className={css.inner}>
            {itemPanels.map((panel) => (
              <span key={panel}>{tile(panel, true)}</span>
            ))}
          </div>
        </div>
      </div>
    </nav>
  )
}
