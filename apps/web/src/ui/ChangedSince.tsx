import { useState } from 'react'

/** Returns the figure that a dialog showed at first, if the figure has changed. `of`: the entry to which the figure belongs. */
export function useBefore(now: string, of = ''): string | undefined {
  const [first, setFirst] = useState({ of, figure: now })
  if (first.of !== of) setFirst({ of, figure: now })
  return first.of !== of || first.figure === now ? undefined : first.figure
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
