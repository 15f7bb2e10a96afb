import type { EquipmentStatus } from '@portal/domain/equipment/status'
import { Archive, Ban, CalendarX2, Hourglass, PencilLine, Send } from 'lucide-react'
import type { BadgeTone } from '../ui/Badge.tsx'

/** The color and icon of a status, and what it means for the customer. */
export const statusStyles: Record<
  EquipmentStatus,
  { tone: BadgeTone; icon: typeof Send; meaning: string }
> = {
  'Order Submitted': { tone: 'warn', icon: Send, meaning: 'The provider has your order.' },
  'Pending Customer Approval': {
    tone: 'ok',
    icon: Hourglass,
    meaning: 'Approve it to have the services performed, or cancel it.',
  },
  'Revision Requested': {
    tone: 'ok',
    icon: PencilLine,
    meaning: 'The provider is revising it and will ask for your approval again.',
  },
  Closed: { tone: 'neutral', icon: Archive, meaning: 'There is nothing left to do.' },
  Cancelled: { tone: 'danger', icon: Ban, meaning: 'Nothing will be installed.' },
  Expired: { tone: 'danger', icon: CalendarX2, meaning: 'It was not approved in time.' },
}

/** The banner of a request: green while it waits for the customer, red if cancelled, otherwise gray. */
export function bannerTone(status: EquipmentStatus): 'ok' | 'danger' | 'neutral' {
  if (status === 'Pending Customer Approval') return 'ok'
  return status === 'Cancelled' ? 'danger' : 'neutral'
}
