import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import type { EquipmentStatus } from '@portal/domain/equipment/status'
import { formatDay } from '@portal/domain/kernel/day'
import { DecisionNotes } from './DecisionNotes.tsx'
import { EquipmentItems } from './EquipmentItems.tsx'
import css from './RequestContent.module.css'
import { bannerTone, statusLooks } from './status-look.ts'

/** A whole request, in the panel beside the list and on its own page. */
export function RequestContent({ request }: { request: EquipmentRequest }) {
  const { equipmentRequestId, orderDate, orderedBy, customerNotes } = request
  return (
    <div className={css.content}>
      <StatusBanner status={request.externalOrderStatus} />
      <dl className={css.facts}>
        <Fact label="Request ID" value={equipmentRequestId} />
        <Fact label="Order date" value={formatDay(orderDate)} />
        <Fact label="Requested by" value={orderedBy || '–'} />
        <Fact label="Customer notes" value={customerNotes || '–'} isLong />
      </dl>
      <DecisionNotes request={request} />
      <EquipmentItems request={request} />
    </div>
  )
}

function StatusBanner({ status }: { status: EquipmentStatus }) {
  const { icon: Icon, meaning } = statusLooks[status]
  return (
    <div className={css.banner} data-tone={bannerTone(status)} role="status">
      <Icon size={18} aria-hidden />
      <p>
        <b>{status}</b>
        {meaning}
      </p>
    </div>
  )
}

function Fact({ label, value, isLong }: { label: string; value: string; isLong?: boolean }) {
  return (
    <div data-long={isLong}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
