import { itemCount } from '@portal/domain/licenses/line-items'
import { CircleMinus, CirclePlus, FilePlus2, KeyRound, ListOrdered, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { itemPanels, panelLabels, panelOf, type OrderPanel } from '../licenses-search.ts'
import tabs from '../../ui/page/TabLinks.module.css'
import css from './OrderTiles.module.css'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

const icons = {
  in_force: KeyRound,
  orders: ListOrdered,
  new_order: FilePlus2,
  add_item: CirclePlus,
  change_item: PencilLine,
  cancel_item: CircleMinus,
}

/** The tiles of the panels. The item panels slide in when the second tile is hovered, focused or tapped. */
export function OrderTiles() {
  const { search, toPanel } = useLicensesAddress()
  const current = panelOf(search)
  const items = useUnsentOrder().lineItems.length
  const [isOver, setOver] = useState(false)
  const isItem = itemPanels.some((panel) => panel === current)
  // An empty order already offers the same three panels.
  const isOpen = isOver || isItem || (current === 'new_order' && items > 0)
  const tile = (panel: OrderPanel, isInner = false) => {
    const Icon = icons[panel]
    return (
      <button
        type="button"
        aria-current={panel === current ? 'page' : undefined}
        tabIndex={isInner && !isOpen ? -1 : undefined}
        aria-expanded={panel === 'new_order' ? isOpen : undefined}
        onClick={() => panel !== current && toPanel(panel)}
      >
        <Icon size={16} aria-hidden />
        {panelLabels[panel].toLowerCase()}
        {panel === 'new_order' && items > 0 && (
          <span className={css.count} aria-label={`${itemCount(items)} in your order`}>
            {items}
          </span>
        )}
      </button>
    )
  }
  return (
    <nav className={tabs.tabs} data-edge aria-label="Orders">
      <div className={css.strip}>
        {tile('in_force')}
        {tile('orders')}
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
      </div>
    </nav>
  )
}
