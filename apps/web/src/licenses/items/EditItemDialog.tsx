import { parseDay } from '@portal/domain/kernel/day'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { wordsOfItem } from '@portal/domain/licenses/license-meant'
import {
  isSubscription,
  needsUserName,
  offersIpAddress,
  type ChosenLicense,
} from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { chosenOfItem, entryFaults, entryOfItem, itemOf, kindOf } from '../item-entry.ts'
import { ItemFields } from './ItemFields.tsx'
import css from './ItemForm.module.css'
import { networksQuery } from '../licenses.api.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface EditItemDialogProps {
  item: LineItem
  product: Product
  onClose: () => void
  /** `sent` is called when the order contains the item. */
  onSave: (item: LineItem, sent: () => void) => void
}

/** Edits an item of the order; of an added subscription only the date can be changed. */
export function EditItemDialog({ item, product, onClose, onSave }: EditItemDialogProps) {
  const { isChanging, blocked } = useUnsentOrder()
  const { accountId } = usePortal().company
  const { data: networks = [] } = useQuery(networksQuery(accountId))
  const typed = useTyped(`edit ${JSON.stringify(item)}`, () => entryOfItem(item))
  const { value: entry, set: setEntry } = typed
  const kind = kindOf(item)
  const chosen = chosenOfItem(item)
  const isFixed = isSubscription(product) && kind === 'add'
  const day = parseDay(entry.requiredBy)
  const next = isFixed
    ? day
      ? { ...item, dateRequired: day }
      : 'Date input not valid.'
    : itemOf(entry, kind, product, networks, chosen)
  const missing = typeof next === 'string'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!missing) onSave(next, typed.discard)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Edit Item"
      description={product.description}
      busy={isChanging}
      typed={typed}
      cancel="Cancel"
      actions={
        <Button
          type="submit"
          form="edit-item"
          tone="primary"
          busy={isChanging}
          disabledReason={blocked || (missing && next)}
        >
          Save
        </Button>
      }
    >
      <form id="edit-item" className={css.form} noValidate onSubmit={submit}>
        {chosen && <Facts facts={factsOf(item, chosen)} />}
        <ItemFields
          kind={kind}
          networks={networks}
          isChosen={chosen !== undefined}
          hasOnlyDay={isFixed}
          isUserOptional={!needsUserName(product)}
          // An item with a new IP address keeps the field.
          hasIpAddress={offersIpAddress(product, {
            ipAddress: item.oldIPAddress || item.ipAddress || '',
          })}
          faults={entryFaults(entry, kind, product, chosen)}
          entry={entry}
          onChange={setEntry}
        />
      </form>
    </Dialog>
  )
}

/** The current values of the chosen license. */
function factsOf(item: LineItem, { coveredCompany }: ChosenLicense) {
  const { networkName, userName } = wordsOfItem(item)
  return [
    { label: 'Network', value: networkName },
    { label: 'User', value: userName },
    { label: 'IP address', value: item.oldIPAddress },
    { label: 'Covered company', value: coveredCompany },
  ].filter(({ value }) => value)
}
