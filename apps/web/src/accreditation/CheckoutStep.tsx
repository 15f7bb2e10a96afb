import type { CheckoutAnswer } from '@portal/domain/accreditation/accreditation.schema'
import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cardNumberNote } from '../payments/cards/stripe-style.ts'
import { cardProviderQuery } from '../payments/cards/stripe-script.ts'
import { Button } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { Row } from '../ui/parts.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useLayerEntry } from '../ui/layers/useLayerEntry.ts'
import { purchaseStatusQuery } from './accreditation.api.ts'
import { libraryComponent } from '../ui/library-component.ts'
import css from './Purchase.module.css'

const CheckoutProvider = libraryComponent(EmbeddedCheckoutProvider)
const Checkout = libraryComponent(EmbeddedCheckout)

export type OpenCheckout = CheckoutAnswer

interface CheckoutStepProps {
  checkout: OpenCheckout
  onBack: () => void
  /** Called when this page learns that the payment succeeded or the checkout expired. */
  onEnd: () => void
}

/** The provider's checkout, in which the card is entered. */
export function CheckoutStep({ checkout, onBack, onEnd }: CheckoutStepProps) {
  // Back returns to the address step: the address would be lost if Back left the page.
  useLayerEntry({ open: true, onClose: onBack })
  const script = useQuery(cardProviderQuery)
  const [isShown, setShown] = useState(false)
  const [isPaid, setPaid] = useState(false)
  // The provider's package reads its options only once.
  const [options] = useState({
    clientSecret: checkout.clientSecret,
    onComplete: () => setPaid(true),
  })
  // The address step is long, and its button is at the end of the page.
  useEffect(() => {
    for (const one of [window, document.getElementById('main')]) one?.scrollTo(0, 0)
  }, [])
  // A fallback: the provider's page may send no event, or expire in the background.
  const { data } = useQuery(purchaseStatusQuery(checkout.sessionId, 60))
  const isOver = isPaid || (data !== undefined && data.status !== 'open')
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <section aria-label="Payment">
      <Row gap={4} rowGap={0} align="baseline" justify="between" wrap className={css.paymentHead}>
        <h2 className={css.heading}>Payment</h2>
        <Button
          tone="quiet"
          size="small"
          icon={<ArrowLeft size={15} aria-hidden />}
          onClick={onBack}
        >
          Change billing address
        </Button>
      </Row>
      {/* The provider's frame only reports that it has loaded. */}
      <div className={css.provider}>
        <Row as="p" gap={3} align="stretch" size={1} tone="muted">
          <Lock size={14} aria-hidden />
          {cardNumberNote}
        </Row>
        <div className={css.checkout} onLoadCapture={() => setShown(true)}>
          {script.isError ? (
            <QueryError query={script} text="The payment form could not be loaded." />
          ) : (
            !isShown && <Skeleton lines={6} lineHeight={64} label="Loading the payment form" />
          )}
          <CheckoutProvider stripe={script.data ?? null} options={options}>
            <Checkout />
          </CheckoutProvider>
        </div>
      </div>
    </section>
  )
}
