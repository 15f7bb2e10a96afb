import { formatUtcMinute } from '@portal/domain/kernel/day'
import type { ReactNode } from 'react'
import { formatInstant, formatInstantDay, formatInstantSecond } from '../kernel/instant.ts'
import { Hint } from './Hint.tsx'

const formats = { minute: formatInstant, second: formatInstantSecond, day: formatInstantDay }

interface InstantProps {
  /** The instant as returned by the API. */
  at: string
  /** How much of it is shown. */
  to?: keyof typeof formats
  className?: string | undefined
  /** Replaces the time, for example by `3 days ago`; the hint then contains the time. */
  children?: ReactNode
}

/** An instant in the user's time zone. Hover, tap and screen readers also get it in UTC, the zone of documents and files. */
export function Instant({ at, to = 'minute', className, children }: InstantProps) {
  const utc = formatUtcMinute(at)
  const isWhole = to !== 'day' && children === undefined
  return (
    <Hint text={isWhole ? utc : `${formatInstant(at)} (${utc})`}>
      <time dateTime={at} className={className}>
        {children ?? formats[to](at)}
      </time>
    </Hint>
  )
}
