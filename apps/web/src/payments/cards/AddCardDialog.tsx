import { chargeText } from '@portal/domain/payments/autopay-shown'
import type { ShownDefaultCard } from '@portal/domain/payments/autopay.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Row, Text } from '../../ui/parts.tsx'
import {
  addCardFailure,
  entryProblem,
  passBank,
  ProviderRefusal,
  tokenOf,
} from './add-card-steps.ts'
import css from './AddCardDialog.module.css'
import { addCard, refreshCards } from './cards.api.ts'
import { cardNumberNote, providerFonts, useCardStyle } from './stripe-style.ts'
import { cardProviderQuery } from './stripe-script.ts'
import { libraryComponent } from '../../ui/library-component.ts'
import { useDefaultCardChange } from './useChangeCards.ts'

const Provider = libraryComponent(Elements)
const CardInput = libraryComponent(CardElement)

interface AddCardDialogProps {
  accountId: string
  onAdded: (card: Card) => void
  onClose: () => void
}

const options = { fonts: providerFonts }

/** Loads the card provider's form and adds a card with it. */
export function AddCardDialog(props: AddCardDialogProps) {
  const provider = useQuery(cardProviderQuery)
  return (
    <Provider stripe={provider.data ?? null} options={options}>
      <AddCardForm {...props} provider={provider} />
    </Provider>
  )
}

interface AddCardFormProps {
  accountId: string
  provider: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  onAdded: (card: Card) => void
  onClose: () => void
}

function AddCardForm({ accountId, provider, onAdded, onClose }: AddCardFormProps) {
  const formId = useId()
  const labelId = useId()
  const [problem, setProblem] = useState<string>()
  const { isEnrolled, shown, isLoading } = useDefaultCardChange(accountId)
  const adding = useAddCard(accountId, shown, (card) => {
    onAdded(card)
    onClose()
  })
  const { busy, isReady } = adding
  const style = useCardStyle(busy)
  const isMissing = provider.isError && !provider.isFetching
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Card"
      busy={busy}
      error={isMissing ? 'The card form could not be loaded.' : adding.failure}
      cancel="Cancel"
      actions={
        <>
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
              disabledReason={(!isReady || isLoading) && 'The card form is loading.'}
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
          <Text size={2} weight={500} id={labelId} className={css.label}>
            Card
          </Text>
          <CardInput
            className={css.element ?? ''}
            options={style}
            onReady={(element) => element.focus()}
            // The page receives no key events from the provider's frame.
            onEscape={() => !busy && onClose()}
            onChange={({ error, complete }) => {
              setProblem(error?.message)
              if (!complete) adding.startOver()
            }}
          />
        </div>
        <Text as="p" size={2} tone="danger" className={css.problem} aria-live="polite">
          {problem ?? adding.problem}
        </Text>
        {isEnrolled && shown.cardId === null && (
          <Row as="p" gap={3} align="stretch" size={2} tone="muted" className={css.note}>
            {`AutoPay charges this card. First charge: ${chargeText(shown.firstCharge)}.`}
          </Row>
        )}
        <Row as="p" gap={3} align="stretch" size={2} tone="muted" className={css.note}>
          <Lock size={14} aria-hidden />
          {adding.isAtBank ? 'Your bank asks you to confirm your identity.' : cardNumberNote}
        </Row>
      </form>
    </Dialog>
  )
}

/** Adds the entered card: creates a token, calls the server, and shows the bank's question if the bank requires it. */
function useAddCard(accountId: string, shown: ShownDefaultCard, onAdded: (card: Card) => void) {
  const client = useQueryClient()
  const stripe = useStripe()
  const elements = useElements()
  const [isAtBank, setAtBank] = useState(false)

  const adding = useSingleMutation({
    mutationFn: async () => {
      const card = elements?.getElement(CardElement)
      if (!stripe || !card) throw new Error('The card form is not loaded yet.')
      // A new token for each try, because a failed save uses up the token. Adding the same card twice results in one card.
      const answer = await addCard(accountId, await tokenOf(stripe, card), shown)
      if (!('clientSecret' in answer)) return answer
      setAtBank(true)
      const intent = await passBank(stripe, answer.clientSecret).finally(() => setAtBank(false))
      return (await addCard(accountId, intent, shown)) as Card
    },
    onSuccess: onAdded,
    onError: (error) => {
      if (error instanceof ProviderRefusal && error.step === 'token') window.alert(error.message)
    },
    onSettled: () => {
      // Reloads after a failure too: the card may have been saved although the response was lost.
      void refreshCards(client, accountId)
    },
  })

  return {
    isReady: stripe !== null && elements !== null,
    busy: adding.isPending,
    isAtBank,
    problem: entryProblem(adding.error),
    failure: addCardFailure(adding.error),
    start: () => adding.mutate(),
    /** The user is entering another card: the messages about the previous one are obsolete. */
    startOver: () => {
      if (!adding.isPending) adding.reset()
    },
  }
}
