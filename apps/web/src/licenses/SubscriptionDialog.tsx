import { formatDay, parseDay } from '@portal/domain/kernel/day'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import {
  companyNames,
  defaultDay,
  platformNetwork,
  subscriptionItems,
} from '@portal/domain/licenses/line-items'
import { useState, type FormEvent } from 'react'
import { today } from '../kernel/today.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TextField } from '../ui/TextField.tsx'
import css from './ItemForm.module.css'

interface SubscriptionDialogProps {
  product: Product
  onClose: () => void
  onAdd: (items: LineItem[], notes: string[]) => void
}

/** Asks which companies a subscription service covers: each becomes an item. */
export function SubscriptionDialog({ product, onClose, onAdd }: SubscriptionDialogProps) {
  const [names, setNames] = useState('')
  const [requiredBy, setRequiredBy] = useState(() => formatDay(defaultDay(today())))
  const [asked, setAsked] = useState(false)
  const companies = companyNames(names)
  const day = parseDay(requiredBy)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (companies.length === 0 || !day) return
    const { lineItems, notes } = subscriptionItems(product.productSku, companies, day)
    onAdd(lineItems, notes)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="SUBSCRIPTION SERVICE FEES"
      description={product.description}
      busy={false}
      error={
        asked && (companies.length === 0 || !day)
          ? 'Fill in all the fields to add the item(s) to your order.'
          : undefined
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="subscription">
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
          onChange={setNames}
          placeholder="Northgate Clearing, Harbour Brokers"
          error={undefined}
        />
        <DateField
          label="Required By"
          name="requiredBy"
          value={requiredBy}
          onChange={setRequiredBy}
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
