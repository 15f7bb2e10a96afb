import type { EquipmentStatus } from '@portal/domain/equipment/status'
import { Badge } from '../ui/Badge.tsx'
import { statusLooks } from './status-look.ts'
import css from './ApprovalRows.module.css'

export function StatusBadge({ status }: { status: EquipmentStatus }) {
  const { tone, icon: Icon } = statusLooks[status]
  return (
    <Badge tone={tone}>
      <span className={css.badge}>
        <Icon size={13} aria-hidden />
        {status}
      </span>
    </Badge>
  )
}
