import { pendingText } from '@portal/domain/invoices/status'
import { daysOverdue, daysUntilDue } from '@portal/domain/invoices/overdue'
import { formatDay, type Day } from '@portal/domain/kernel/day'
import { CircleAlert, CircleDashed, CircleMinus, Circle, CircleCheck, Clock } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { businessToday } from '../api/business-today.ts'
import { dueStanding, dueText, standing, type InvoiceRow } from './invoice-row.ts'
import css from './InvoiceStanding.module.css'

const icons = {
  pending: <CircleDashed size={14} aria-hidden />,
  overdue: <CircleAlert size={14} aria-hidden />,
  soon: <Clock size={14} aria-hidden />,
  Open: <Circle size={14} aria-hidden />,
  Closed: <CircleCheck size={14} aria-hidden />,
  Credit: <CircleMinus size={14} aria-hidden />,
}

/** The status of an invoice, with an icon; on the card of a phone a normal open invoice shows its due date. */
export function InvoiceStanding({ row }: { row: InvoiceRow }) {
  const { text, tone, mark } = standing(row)
  const badge = (
    <Badge tone={tone} icon={icons[mark]}>
      {text}
    </Badge>
  )
  const isPlain = mark === 'Open' && !row.noticeText && row.dueDate
  return (
    <span className={css.standing} data-plain={isPlain ? `Due ${formatDay(isPlain)}` : undefined}>
      {badge}
      {row.isPending && <small>{pendingText(row)}</small>}
      {row.moneyBackText && <small>{row.moneyBackText}</small>}
      {row.noticeText && <small>{row.noticeText}</small>}
    </span>
  )
}

/** The due date of an unpaid invoice: a badge if it is past or soon, otherwise text. */
export function DueStanding({ dueDate }: { dueDate: Day | null }) {
  const unpaid = { dueDate, hasBeenCharged: false, balanceDueCents: 1 }
  const soon = dueStanding({
    overdueDays: daysOverdue(unpaid, businessToday()),
    dueInDays: daysUntilDue(unpaid, businessToday()),
  })
  if (!soon) return <span>{dueText(dueDate)}</span>
  return (
    <Badge tone={soon.tone} icon={icons[soon.mark]}>
      {soon.text}
    </Badge>
  )
}
