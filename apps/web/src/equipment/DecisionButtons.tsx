import type { Decision } from '@portal/domain/equipment/status'
import { Check } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

/** Approves or cancels a request that waits for the customer's approval. */
export function DecisionButtons({ onAsk }: { onAsk: (decision: Decision) => void }) {
  return (
    <>
      <Button onClick={() => onAsk('cancel')}>Cancel Order</Button>
      <Button
        tone="primary"
        icon={<Check size={16} aria-hidden />}
        onClick={() => onAsk('approve')}
      >
        Approve
      </Button>
    </>
  )
}
