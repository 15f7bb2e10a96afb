import type { Card } from '@portal/domain/payments/cards.schema'
import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { AddCardForm } from './AddCardForm.tsx'
import { cardProviderQuery } from './stripe-script.ts'

interface AddCardDialogProps {
  accountId: string
  onAdded: (card: Card) => void
  onClose: () => void
}

/** Brings the card provider into the page, and takes a card with it. */
export function AddCardDialog(props: AddCardDialogProps) {
  const provider = useQuery(cardProviderQuery)
  return (
    <Elements stripe={provider.data ?? null}>
      <AddCardForm {...props} provider={provider} />
    </Elements>
  )
}
