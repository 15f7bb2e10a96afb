import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import type { useCardsAlert } from './cards-alert.ts'

interface Lookup {
  /** When it last failed: a later failure is told again. */
  errorUpdatedAt: number
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface CardsAlertsProps {
  say: ReturnType<typeof useCardsAlert>
  cards: Lookup
  autoPay: Lookup
}

/** What went well or wrong on the cards screen; each can be dismissed. */
export function CardsAlerts({ say, cards, autoPay }: CardsAlertsProps) {
  return (
    <>
      {say.alert && (
        <Banner
          tone={say.alert.tone}
          role={say.alert.tone === 'ok' ? 'status' : 'alert'}
          onDismiss={say.dismiss}
        >
          {say.alert.text}
        </Banner>
      )}
      <FailedLookup
        key={`cards ${cards.errorUpdatedAt}`}
        lookup={cards}
        text="Failed to load cards."
      />
      <FailedLookup
        key={`autopay ${autoPay.errorUpdatedAt}`}
        lookup={autoPay}
        text="Failed to load AutoPay status."
      />
    </>
  )
}

function FailedLookup({ lookup, text }: { lookup: Lookup; text: string }) {
  const [isDismissed, setDismissed] = useState(false)
  if (!lookup.isError || isDismissed) return null
  return (
    <Banner
      tone="danger"
      role="alert"
      actions={
        <Button size="small" busy={lookup.isFetching} onClick={() => void lookup.refetch()}>
          Retry
        </Button>
      }
      onDismiss={() => setDismissed(true)}
    >
      {text}
    </Banner>
  )
}
