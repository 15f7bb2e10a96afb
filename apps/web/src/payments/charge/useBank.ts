import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cardProviderQuery } from '../cards/stripe-script.ts'

/** Shows the bank's question, and reports whether it is on the screen. */
export function useBank() {
  const client = useQueryClient()
  const [isAtBank, setAtBank] = useState(false)

  async function showBank(clientSecret: string): Promise<void> {
    setAtBank(true)
    try {
      const stripe = await client.fetchQuery(cardProviderQuery)
      await stripe.handleNextAction({ clientSecret })
    } finally {
      setAtBank(false)
    }
  }
  return { isAtBank, showBank }
}
