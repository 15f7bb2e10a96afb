import { useState } from 'react'

/** Returns the figure that a dialog showed when it was opened, if it shows another one now. */
export function useBefore(now: string): string | undefined {
  const [before] = useState(now)
  return before === now ? undefined : before
}

interface ChangedSinceProps {
  before: string | undefined
  now: string
}

/** The old figure and the new one that is to be confirmed. */
export const ChangedSince = ({ before, now }: ChangedSinceProps) =>
  before !== undefined && (
    <p role="status">
      It was {before} when you opened this, and is {now} now.
    </p>
  )
