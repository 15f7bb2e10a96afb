import { parseDay } from '@portal/domain/kernel/day'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { isSubscription } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { entryFaults, entryOfItem, itemOf, kindOf } from './item-entry.ts'
import { ItemFields } from './ItemFields.tsx'
import css from './ItemForm.module.css'
import { networksQuery } from './licenses.api.ts'

interface EditItemDialogProps {
  item: LineItem
  product: Product
  onClose: () => void
  onSave: (item: LineItem) => void
}

/** An item of the order once more; of a subscription only its date can be another. */
export function EditItemDialog({ item, product, onClose, onSave }: EditItemDialogProps) {
  const { accountId } = usePortal().company
  const { data: networks = [] } = useQuery(networksQuery(accountId))
  const [entry, setEntry] = useState(() => entryOfItem(item))
  const kind = kindOf(item)
  const isFixed = isSubscription(product)
  const day = parseDay(entry.requiredBy)
  const next = isFixed
    ? day
      ? { ...item, dateRequired: day }
      : 'Date input not valid.'
    : itemOf(entry, kind, product, networks)
  const missing = typeof next === 'string'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!missing) onSave(next)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Edit Item"
      description={product.description}
      busy={false}
      error={undefined}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="edit-item" tone="primary" disabledReason={missing && next}>
            Save
          </Button>
        </>
      }
    >
      <form id="edit-item" className={css.form} noValidate onSubmit={submit}>
        {isFixed ? (
          <DateField
            label="Required By"
            name="requiredBy"
            value={entry.requiredBy}
            error={entryFaults(entry, kind, product).requiredBy}
            onChange={(requiredBy) => setEntry({ ...entry, requiredBy })}
          />
        ) : (
          <ItemFields
            kind={kind}
            product={product}
            networks={networks}
            entry={entry}
            onChange={setEntry}
          />
        )}
      </form>
    </Dialog>
  )
}
