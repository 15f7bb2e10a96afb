import type { CheckoutAnswer } from '@portal/domain/accreditation/accreditation.schema'
import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cardProviderQuery } from '../payments/stripe-script.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { purchaseStatusQuery } from './accreditation.api.ts'
import css from './Purchase.module.css'

export type OpenCheckout = CheckoutAnswer

interface CheckoutStepProps {
  checkout: OpenCheckout
  onBack: () => void
  /** Paid, as far as this page knows, or too late. */
  onEnd: () => void
}

/** The provider's own page, in which the card is entered. */
export function CheckoutStep({ checkout, onBack, onEnd }: CheckoutStepProps) {
  const { data: stripe = null } = useQuery(cardProviderQuery)
  const [isPaid, setPaid] = useState(false)
  // The provider's package takes its options once.
  const [options] = useState({
    clientSecret: checkout.clientSecret,
    onComplete: () => setPaid(true),
  })
  // Should the provider's page not tell, or its time run out while nobody looks.
  const { data } = useQuery(purchaseStatusQuery(checkout.sessionId, 60))
  const isOver = isPaid || (data !== undefined && data.status !== 'open')
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <Card label="Payment">
      <div className={css.paymentHead}>
        <h2 className={css.heading}>Payment</h2>
        <Button
          tone="quiet"
          size="small"
          icon={<ArrowLeft size={15} aria-hidden />}
          onClick={onBack}
        >
          Change billing address
        </Button>
      </div>
      <div className={css.checkout}>
        <EmbeddedCheckoutProvider stripe={stripe} options={options}>
          <EmbeddedCheckout />
        </EmbeddedCheckoutProvider>
      </div>
    </Card>
  )
}
