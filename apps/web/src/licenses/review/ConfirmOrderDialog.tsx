import type { LineItem, Product, ShownItem } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { scheduleC, termsVersion } from '@portal/domain/licenses/schedule-c'
import { Button } from '../../ui/Button.tsx'
import { ChangedSince, useBefore } from '../../ui/ChangedSince.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { TermsBox } from '../../ui/TermsBox.tsx'
import { ItemNames } from './OrderItems.tsx'
import css from './OrderReview.module.css'
import { saveFailure, type useSaveOrder } from '../unsent/useSaveOrder.ts'

interface ConfirmOrderDialogProps {
  items: readonly LineItem[]
  products: ReadonlyMap<string, Product> | undefined
  shown: readonly ShownItem[]
  effect: string
  save: ReturnType<typeof useSaveOrder>
  onClose: () => void
}

export function ConfirmOrderDialog(props: ConfirmOrderDialogProps) {
  const { items, products, shown, effect, save, onClose } = props
  const before = useBefore(effect)
  const wasNamed = useBefore(JSON.stringify(shown.map(({ productName }) => productName)))
  const busy = save.isPending
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="CONFIRM ORDER"
      busy={busy}
      error={save.isError ? saveFailure(save.error, false) : undefined}
      cancel="Cancel"
      actions={
        <Button tone="primary" busy={busy} onClick={() => save.mutate(shown)}>
          {before === undefined && wasNamed === undefined
            ? 'Accept and Submit'
            : 'Accept Changes and Submit'}
        </Button>
      }
    >
      <div className={css.confirm}>
        <ItemNames items={items} products={products} />
        <Facts
          facts={[
            { label: 'Order', value: itemCount(items.length) },
            { label: 'Change in monthly cost', value: effect },
          ]}
        />
        <ChangedSince before={before} now={effect} />
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
