import type { Card } from '@portal/domain/payments/cards.schema'
import { CardElement } from '@stripe/react-stripe-js'
import { Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './AddCardForm.module.css'
import { useCardLook } from './stripe-look.ts'
import { useAddCard } from './useAddCard.ts'

interface AddCardFormProps {
  accountId: string
  provider: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  onAdded: (card: Card) => void
  onClose: () => void
}

export function AddCardForm({ accountId, provider, onAdded, onClose }: AddCardFormProps) {
  const formId = useId()
  const labelId = useId()
  const [problem, setProblem] = useState<string>()
  const adding = useAddCard(accountId, (card) => {
    onAdded(card)
    onClose()
  })
  const { busy, isReady } = adding
  const look = useCardLook(busy)
  const isMissing = provider.isError && !provider.isFetching
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Card"
      busy={busy}
      error={isMissing ? 'The card form could not be loaded.' : adding.failure}
      actions={
        <>
          <Button disabledReason={busy && 'The card is being added.'} onClick={onClose}>
            Cancel
          </Button>
          {provider.isError ? (
            <Button
              tone="primary"
              busy={provider.isFetching}
              onClick={() => void provider.refetch()}
            >
              Retry
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              tone="primary"
              busy={busy}
              disabledReason={!isReady && 'The card form is on its way.'}
            >
              {busy ? 'One moment...' : 'Submit'}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          adding.start()
        }}
      >
        <div role="group" aria-labelledby={labelId}>
          <span id={labelId} className={css.label}>
            Card
          </span>
          <CardElement
            className={css.element ?? ''}
            options={look}
            onReady={(element) => element.focus()}
            // The page sees no key that is pressed in the provider's frame.
            onEscape={() => !busy && onClose()}
            onChange={({ error, complete }) => {
              setProblem(error?.message)
              if (!complete) adding.startOver()
            }}
          />
        </div>
        <p className={css.problem} aria-live="polite">
          {problem ?? adding.problem}
        </p>
        <p className={css.note}>
          <Lock size={14} aria-hidden />
          {adding.isAtBank
            ? 'Your bank asks you to confirm that it is you.'
            : 'Your card number goes to our card provider only; it never reaches this portal.'}
        </p>
      </form>
    </Dialog>
  )
}
