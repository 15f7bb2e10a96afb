import { requiredBy } from '@portal/domain/licenses/item-words'
import type { ItemFault, LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { sameItem, type KeyedItem } from '@portal/domain/licenses/unsent-changes'
import { PencilLine, Trash2 } from 'lucide-react'
import { useTyped } from '../../session/useTyped.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { List, Muted, Row, Stack, Text } from '../../ui/parts.tsx'
import { EditItemDialog } from '../items/EditItemDialog.tsx'
import { dotted, itemsWords } from '../order-words.ts'
import css from './OrderItems.module.css'
import parts from '../Parts.module.css'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface OrderItemsProps {
  products: ReadonlyMap<string, Product> | undefined
  /** The change of the monthly cost by an item; undefined while unknown. */
  effectOf: (item: LineItem) => string | undefined
  faults: readonly ItemFault[]
}

type Asked = KeyedItem & { what: 'edit' | 'remove' }

/** The items of the order being built; each can be edited or deleted. */
export function OrderItems({ products, effectOf, faults }: OrderItemsProps) {
  const unsent = useUnsentOrder()
  const { value, set: ask } = useTyped<Asked | undefined>('item of the order', undefined)
  const { lineItems, isChanging, blocked } = unsent
  const { items } = unsent.content
  // An item changed in another window is no longer the item that the user chose to delete; entries stay.
  const isAsSeen = items.some(
    (one) => value?.what === 'edit' || (one.key === value?.key && sameItem(one.item, value.item)),
  )
  const asked = isAsSeen ? value : undefined
  const item = asked?.item
  const product = item && products?.get(item.productSku)
  const close = () => ask(undefined)
  const words = itemsWords(lineItems, products)
  if (lineItems.length === 0) return null
  return (
    <Card flush>
      <ul className={css.items} aria-label="Items of the order">
        {items.map(({ key, item: one }, place) => (
          <OrderItem
            key={key}
            item={one}
            words={words[place]!}
            place={place}
            isEditable={products?.has(one.productSku) ?? false}
            effect={effectOf(one)}
            fault={faults.find((fault) => fault.item === place + 1)?.words}
            onAsk={(what) => ask({ key, item: one, what })}
          />
        ))}
      </ul>
      {item && asked.what === 'remove' && (
        <ConfirmDialog
          title="Delete Item"
          description="Are you sure you want to delete this item?"
          busy={isChanging}
          disabledReason={blocked}
          action="Delete"
          onConfirm={() => unsent.remove(asked, close)}
          onClose={close}
        />
      )}
      {item && product && asked.what === 'edit' && (
        <EditItemDialog
          item={item}
          product={product}
          onClose={close}
          onSave={(next, sent) =>
            unsent.edit(asked, next, () => {
              sent()
              close()
            })
          }
        />
      )}
    </Card>
  )
}

/** The maximum number of items listed before an order is submitted. */
const mostNamed = 5

/** The items to confirm. */
export function ItemNames({ items, products }: ItemNamesProps) {
  const more = items.length - mostNamed
  const words = itemsWords(items, products)
  return (
    <List className={`${parts.rows} ${parts.named}`}>
      {items.slice(0, more === 1 ? undefined : mostNamed).map((item, place) => {
        const { label, name, facts } = words[place]!
        return (
          // oxlint-disable-next-line no-array-index-key -- two items may be equal
          <li key={place}>
            <span>{label}</span> <strong>{name}</strong>{' '}
            <span>{dotted(facts, `required by ${requiredBy(item)}`)}</span>
          </li>
        )
      })}
      {more > 1 && <li>and {more.toLocaleString('en-US')} more</li>}
    </List>
  )
}

interface ItemNamesProps {
  items: readonly LineItem[]
  products: ReadonlyMap<string, Product> | undefined
}

interface OrderItemProps {
  item: LineItem
  words: ReturnType<typeof itemsWords>[number]
  place: number
  /** Whether the catalog contains the product of the item. */
  isEditable: boolean
  effect: string | undefined
  /** Why the item cannot be ordered in this form. */
  fault: string | undefined
  onAsk: (what: 'edit' | 'remove') => void
}

function OrderItem({ item, words, place, isEditable, effect, fault, onAsk }: OrderItemProps) {
  const { label, name, facts } = words
  return (
    <li className={css.item}>
      <Badge tone="neutral">{label}</Badge>
      <Stack className={css.words}>
        <strong>{name}</strong>
        <Muted>{facts}</Muted>
        {fault && <Text tone="danger">{fault}</Text>}
      </Stack>
      <div className={css.terms}>
        <Muted className={css.when}>Required by {requiredBy(item)}</Muted>
        <span className={css.effect}>{effect}</span>
      </div>
      <Row as="span" gap={1} align="stretch" className={css.actions}>
        {isEditable && (
          <IconButton label={`Edit item ${place + 1}, ${name}`} onClick={() => onAsk('edit')}>
            <PencilLine size={15} aria-hidden />
          </IconButton>
        )}
        <IconButton label={`Delete item ${place + 1}, ${name}`} onClick={() => onAsk('remove')}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </Row>
    </li>
  )
}
