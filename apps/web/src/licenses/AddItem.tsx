import { formatDay, parseDay } from '@portal/domain/kernel/day'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import {
  companyNames,
  defaultDay,
  isSubscription,
  platformNetwork,
  subscriptionItems,
} from '@portal/domain/licenses/line-items'
import { mostCompanyName, requestTypes } from '@portal/domain/licenses/request-types'
import { useState, type FormEvent } from 'react'
import { today } from '../kernel/today.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TextField } from '../ui/TextField.tsx'
import { emptyEntry } from './item-entry.ts'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import css from './ItemForm.module.css'
import { ItemForm } from './ItemForm.tsx'
import type { OrderPanel } from './licenses-search.ts'
import { ProductGrid } from './ProductGrid.tsx'
import { useAddItems } from './useAddItems.ts'
import type { Adding, UseUnsentOrder } from './useUnsentOrder.ts'

interface AddItemProps {
  unsent: UseUnsentOrder
  onPanel: (panel: OrderPanel) => void
}

/** Adds licenses: first the product, then the details; a subscription service needs the companies it covers. */
export function AddItem({ unsent, onPanel }: AddItemProps) {
  const [product, setProduct] = useState<Product>()
  const items = useAddItems(unsent)
  const back = () => setProduct(undefined)
  const isForm = product !== undefined && !isSubscription(product)
  return (
    <>
      <h2 className="sr-only">Add Item</h2>
      {isForm ? (
        <ItemForm
          kind="add"
          product={product}
          initial={emptyEntry(formatDay(defaultDay(today())))}
          unsent={unsent}
          onBack={back}
          onAdd={(item, sent) => items.add([item], sent, back)}
        />
      ) : (
        <ProductGrid action="Add" ordered={addedProducts(unsent)} onChoose={setProduct} />
      )}
      {product && !isForm && (
        <SubscriptionDialog
          product={product}
          unsent={unsent}
          onClose={back}
          onAdd={(lineItems, sent) => items.add(lineItems, sent, back)}
        />
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}

const addedProducts = ({ lineItems }: UseUnsentOrder) =>
  new Set(
    lineItems
      .filter(({ customerOrderRequestTypeId: type }) => type === requestTypes.add)
      .map(({ productSku }) => productSku),
  )

interface SubscriptionDialogProps {
  product: Product
  unsent: Adding
  onClose: () => void
  /** `sent` is called once the order has them. */
  onAdd: (items: LineItem[], sent: () => void) => void
}

/** Requests the companies that a subscription service covers; each becomes an item. */
function SubscriptionDialog({ product, unsent, onClose, onAdd }: SubscriptionDialogProps) {
  const typed = useTyped(`covered by ${product.productSku}`, () => ({
    names: '',
    requiredBy: formatDay(defaultDay(today())),
  }))
  const { names, requiredBy } = typed.value
  const [asked, setAsked] = useState(false)
  const companies = companyNames(names)
  const isTooLong = companies.some(({ length }) => length > mostCompanyName)
  const day = parseDay(requiredBy)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (companies.length === 0 || isTooLong || !day) return
    onAdd(subscriptionItems(product.productSku, companies, day), typed.discard)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="SUBSCRIPTION SERVICE FEES"
      description={product.description}
      busy={unsent.isChanging}
      typed={typed}
      error={
        asked && (companies.length === 0 || !day)
          ? 'Fill in all the fields to add the item(s) to your order.'
          : undefined
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            type="submit"
            form="subscription"
            busy={unsent.isChanging}
            disabledReason={unsent.blocked}
          >
            Add to Order
          </Button>
        </>
      }
    >
      <form id="subscription" className={css.form} noValidate onSubmit={submit}>
        <TextField
          label="Company names, separated by commas"
          name="companies"
          value={names}
          onChange={(next) => typed.set((before) => ({ ...before, names: next }))}
          placeholder="Northgate Clearing, Harbour Brokers"
          error={
            isTooLong
              ? `A company name may have at most ${mostCompanyName} characters. Separate the names by commas.`
              : undefined
          }
        />
        <DateField
          label="Required By"
          choose="Choose the required date"
          name="requiredBy"
          value={requiredBy}
          onChange={(next) => typed.set((before) => ({ ...before, requiredBy: next }))}
          error={requiredBy.trim() && !day ? 'Date input not valid.' : undefined}
        />
        <Facts
          facts={[
            { label: 'Network', value: platformNetwork },
            { label: 'Items', value: String(companies.length) },
          ]}
        />
      </form>
    </Dialog>
  )
}
