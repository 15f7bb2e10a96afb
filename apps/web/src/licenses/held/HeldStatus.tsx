import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { cancelledState, lastDayOf } from '@portal/domain/licenses/license-end'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { businessToday } from '../../api/business-today.ts'
import { today } from '../../kernel/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Muted, Text } from '../../ui/parts.tsx'
import { OnCard } from '../../ui/lists/RowLink.tsx'
import css from './HeldLicenses.module.css'
import type { HeldRow } from './held-rows.ts'
import { changeWords, sinceWords } from '../order-words.ts'
import parts from '../Parts.module.css'

interface HeldStatusProps {
  row: HeldRow
  /** Set in a list to choose from, which has no other column for the first day. */
  isChoice?: true
}

/** The next change of a license, and why the license cannot be chosen. */
export function HeldStatus({ row, isChoice }: HeldStatusProps) {
  const { endsOn, item, product, asked, isSuspended, nextPrice } = row
  const lastDay = lastDayOf(row, businessToday())
  if (lastDay) return <Next>Last day {formatDay(lastDay)}</Next>
  if (endsOn) return <ToCheck>{cancelledState(row, businessToday())}</ToCheck>
  if (item !== undefined) return <Badge tone="accent">In this order, item {item}</Badge>
  if (row.differs) return <ToCheck>Not as ordered</ToCheck>
  if (!product) return <Badge tone="neutral">Not in the catalog</Badge>
  if (isSuspended) return <ToCheck>Suspended</ToCheck>
  if (asked) return <Next>{changeWords(row, asked)}</Next>
  if (nextPrice) {
    const { monthlyPrice, currencyIsoCode: currency, from } = nextPrice
    return (
      <Next>
        {formatMoney(toCents(monthlyPrice, currency), currency)} from {formatDay(from)}
      </Next>
    )
  }
  const since = sinceWords(row.startsOn, today())
  return <small>{isChoice ? since : <OnCard>{since}</OnCard>}</small>
}

const Next = ({ children }: { children: ReactNode }) => (
  <Muted className={`${parts.cardLine} ${css.next}`}>{children}</Muted>
)

/** Something that a user should check: quieter than a badge, because many rows may have it. */
const ToCheck = ({ children }: { children: string }) => (
  <Text tone="warn" className={css.check}>
    <TriangleAlert size={13} aria-hidden /> {children}
  </Text>
)
