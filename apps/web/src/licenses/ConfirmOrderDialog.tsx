import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { scheduleC, termsVersion } from '@portal/domain/licenses/schedule-c'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TermsBox } from '../ui/TermsBox.tsx'
import { ItemNames } from './OrderItems.tsx'
import css from './OrderReview.module.css'
import { saveFailure, type useSaveOrder } from './useSaveOrder.ts'

interface ConfirmOrderDialogProps {
  items: readonly LineItem[]
  products: ReadonlyMap<string, Product> | undefined
  effect: string | undefined
  save: ReturnType<typeof useSaveOrder>
  onClose: () => void
}

export function ConfirmOrderDialog(props: ConfirmOrderDialogProps) {
  const { items, products, effect, save, onClose } = props
  const busy = save.isPending
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="CONFIRM ORDER"
      busy={busy}
      error={save.isError ? saveFailure(save.error, false) : undefined}
      actions={
        <>
          <Button disabledReason={busy && 'The order is being submitted.'} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" busy={busy} onClick={() => save.mutate(false)}>
            Accept and Submit
          </Button>
        </>
      }
    >
      <div className={css.confirm}>
        <ItemNames items={items} products={products} />
        <Facts
          facts={[
            { label: 'Order', value: itemCount(items.length) },
            { label: 'Change in monthly cost', value: effect ?? 'Unknown' },
          ]}
        />
        <TermsBox
          title="Schedule C"
          paragraphs={scheduleC}
          version={termsVersion}
          height="fitting"
        />
      </div>
    </Dialog>
  )
}
