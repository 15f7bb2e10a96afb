import {
  pendingApproval,
  type Decision,
  type EquipmentStatus,
} from '@portal/domain/equipment/status'
import { Check } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

interface DecisionButtonsProps {
  status: EquipmentStatus
  onAsk: (decision: Decision) => void
}

/** What a customer can do about a request; nothing once it has been decided. */
export function DecisionButtons({ status, onAsk }: DecisionButtonsProps) {
  if (status !== pendingApproval) return null
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
