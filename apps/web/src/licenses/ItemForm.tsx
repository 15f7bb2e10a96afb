import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { itemOf, type ItemEntry, type ItemKind } from './item-entry.ts'
import { ItemFields } from './ItemFields.tsx'
import css from './ItemForm.module.css'
import { networksQuery } from './licenses.api.ts'

interface ItemFormProps {
  kind: ItemKind
  product: Product
  initial: ItemEntry
  onBack: () => void
  onAdd: (item: LineItem) => void
}

/** The second step of an item: for whom, where and when. */
export function ItemForm({ kind, product, initial, onBack, onAdd }: ItemFormProps) {
  const { accountId } = usePortal().company
  const networks = useQuery(networksQuery(accountId))
  const [entry, setEntry] = useState(initial)
  const item = itemOf(entry, kind, product, networks.data ?? [])
  const missing = typeof item === 'string'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!missing) onAdd(item)
  }

  if (networks.isPending) return <Skeleton lines={4} lineHeight={56} label="Loading networks" />
  if (!networks.data)
    return (
      <Card flush>
        <ErrorState
          text="Failed to load networks."
          supportId={supportIdOf(networks.error)}
          busy={networks.isFetching}
          onRetry={() => void networks.refetch()}
        />
      </Card>
    )
  return (
    <Card>
      <form className={css.form} noValidate onSubmit={submit}>
        <div className={css.product}>
          <div>
            <strong>{product.description}</strong>
            <span>{product.itemGroupName}</span>
          </div>
          <Button size="small" icon={<PencilLine size={14} aria-hidden />} onClick={onBack}>
            Edit
          </Button>
        </div>
        {kind === 'change' && <h3 className={css.question}>What would you like to change?</h3>}
        <ItemFields
          kind={kind}
          product={product}
          networks={networks.data}
          entry={entry}
          onChange={setEntry}
        />
        <div className={css.end}>
          <p role="status">{missing && item}</p>
          <Button type="submit" tone="primary" disabledReason={missing && item}>
            Add to Order
          </Button>
        </div>
      </form>
    </Card>
  )
}
