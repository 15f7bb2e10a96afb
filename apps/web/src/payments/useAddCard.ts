import type { Card } from '@portal/domain/payments/cards.schema'
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import {
  addCardFailure,
  entryProblem,
  passBank,
  ProviderRefusal,
  tokenOf,
} from './add-card-steps.ts'
import { addCard, refreshCards } from './cards-on-file.api.ts'

/** From the entered card to the saved one: token, server, and the bank in between where it asks. */
export function useAddCard(accountId: string, onAdded: (card: Card) => void) {
  const client = useQueryClient()
  const stripe = useStripe()
  const elements = useElements()
  const [isAtBank, setAtBank] = useState(false)

  const adding = useSingleMutation({
    mutationFn: async () => {
      const card = elements?.getElement(CardElement)
      if (!stripe || !card) throw new Error('The card form is not there yet.')
      // A token for every try: the same card twice is one card, and a failed save is final for its token.
      const answer = await addCard(accountId, await tokenOf(stripe, card))
      if (!('clientSecret' in answer)) return answer
      setAtBank(true)
      const intent = await passBank(stripe, answer.clientSecret).finally(() => setAtBank(false))
      return (await addCard(accountId, intent)) as Card
    },
    onSuccess: onAdded,
    onError: (error) => {
      if (error instanceof ProviderRefusal && error.step === 'token') window.alert(error.message)
    },
    onSettled: () => {
      // Also after a failure: an answer that got lost may have saved the card.
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
    /** Another card is being entered: what was said about the last one no longer holds. */
    startOver: () => {
      if (!adding.isPending) adding.reset()
    },
  }
}
