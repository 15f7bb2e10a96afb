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
import { today } from '../../kernel/today.ts'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { emptyEntry } from '../item-entry.ts'
import css from './ItemForm.module.css'
import { ItemForm } from './ItemForm.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { useAddItems } from '../unsent/useAddItems.tsx'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

/** Adds licenses: first the product, then the details; a subscription service needs the companies it covers. */
export function AddItem() {
  const [product, setProduct] = useState<Product>()
  const { lineItems } = useUnsentOrder()
  const { add, dialog } = useAddItems()
  const back = () => setProduct(undefined)
  const isForm = product !== undefined && !isSubscription(product)
  const added = lineItems.filter((item) => item.customerOrderRequestTypeId === requestTypes.add)
  return (
    <>
      <h2 className="sr-only">Add Item</h2>
      {isForm ? (
        <ItemForm
          kind="add"
          product={product}
          initial={emptyEntry(formatDay(defaultDay(today())))}
          onBack={back}
          onAdd={(item, sent) => add([item], sent, back)}
        />
      ) : (
        <ProductGrid
          action="Add"
          ordered={new Set(added.map(({ productSku }) => productSku))}
          onChoose={setProduct}
        />
      )}
      {product && !isForm && (
        <SubscriptionDialog
          product={product}
          onClose={back}
          onAdd={(items, sent) => add(items, sent, back)}
        />
      )}
      {dialog}
    </>
  )
}

interface SubscriptionDialogProps {
  product: Product
  onClose: () => void
  /** `sent` is called when the order contains the items. */
  onAdd: (items: LineItem[], sent: () => void) => void
}

/** Requests the companies that a subscription service covers; each becomes an item. */
function SubscriptionDialog({ product, onClose, onAdd }: SubscriptionDialogProps) {
  const { isChanging, blocked } = useUnsentOrder()
  const typed = useTyped(`covered by ${product.productSku}`, () => ({
    names: '',
    requiredBy: formatDay(defaultDay(today())),
  }))
  const { names, requiredBy } = typed.value
  const set = (next: Partial<typeof typed.value>) => typed.set((now) => ({ ...now, ...next }))
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
      busy={isChanging}
      typed={typed}
      error={
        asked && (companies.length === 0 || !day)
          ? 'Fill in all the fields to add the item(s) to your order.'
          : undefined
      }
      cancel="Cancel"
      actions={
        <Button
          tone="primary"
          type="submit"
          form="subscription"
          busy={isChanging}
          disabledReason={blocked}
        >
          Add to Order
        </Button>
      }
    >
      <form id="subscription" className={css.form} noValidate onSubmit={submit}>
        <TextField
          label="Company names, separated by commas"
          name="companies"
          value={names}
          onChange={(next) => set({ names: next })}
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
          onChange={(next) => set({ requiredBy: next })}
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
