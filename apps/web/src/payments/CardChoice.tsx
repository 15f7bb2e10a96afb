import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import type { CardOnFile } from './card-on-file.ts'
import css from './payments.module.css'

const AddCardDialog = lazyLayer(() => import('./AddCardDialog.tsx'), 'AddCardDialog')

interface CardChoiceProps {
  accountId: string
  cards: readonly CardOnFile[]
  value: string | undefined
  onChoose: (id: string) => void
}

/** Another card for this payment: one on file, or a new one. The default card stays what it is. */
export function CardChoice({ accountId, cards, value, onChoose }: CardChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const items = cards.map(({ id, brand, last4, expires }) => ({
    value: id!,
    label: `${brand} ending in ${last4}, expires ${expires}`,
  }))
  return (
    <div className={css.cardChoice}>
      {isOpen && (
        <Choice label="Pay with" value={value ?? ''} items={items} onChange={onChoose} wide />
      )}
      {isOpen || items.length < 2 ? (
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          Add another card
        </Button>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Use another card
        </Button>
      )}
      <Suspense>
        {isAdding && (
          <AddCardDialog
            accountId={accountId}
            onAdded={({ id }) => onChoose(id)}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
