import { useCallback, useState } from 'react'
import { hasLeft } from './browser-traces.ts'
import { keepEntry, keptEntry } from './typed-entries.ts'
import { usePortal } from './useSession.ts'

/** The entries of a form, and how to discard them. */
export interface Typed<Entry> {
  value: Entry
  set: (next: Entry | ((before: Entry) => Entry)) => void
  isKept: boolean
  /** Resets the form when the user discards the entries, and after the entries were sent. */
  discard: () => void
}

/**
 * The state of a form, kept for its next opening by the same person for the same company: until it is sent or discarded, or the
 * person signs out. The entry is plain data.
 */
export function useTyped<Entry>(form: string, initial: Entry | (() => Entry)): Typed<Entry> {
  const { me, company } = usePortal()
  const key = `${me.id} ${company.accountId} ${form}`
  const begin = () => {
    const start = typeof initial === 'function' ? (initial as () => Entry)() : initial
    return { key, start, value: (keptEntry(key) as Entry | undefined) ?? start }
  }
  const [known, setKnown] = useState(begin)
  // The component may be reused for another form, such as that of the next invoice.
  const now = known.key === key ? known : begin()
  if (now !== known) setKnown(now)
  const { start, value } = now
  const set: Typed<Entry>['set'] = useCallback(
    (next) => {
      const before = (keptEntry(key) as Entry | undefined) ?? start
      const after = typeof next === 'function' ? (next as (before: Entry) => Entry)(before) : next
      if (!hasLeft()) keepEntry(key, isSame(after, start) ? undefined : after)
      setKnown({ key, start, value: after })
    },
    [key, start],
  )
  const discard = useCallback(() => set(() => start), [set, start])
  return { value, set, isKept: !isSame(value, start), discard }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
