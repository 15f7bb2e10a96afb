import { useCallback, useEffect, useState } from 'react'
import { useSettled } from '../../kernel/useSettled.ts'
import { afterPaint } from '../useAfterPaint.ts'

/**
 * The text of a field that the address keeps, and how to change it. The screen follows each letter immediately. The
 * address, to which the whole page is subscribed, follows after the paint and `pause` milliseconds without typing.
 */
export function useTypedText(kept: string, keep: (text: string) => void, pause = 0) {
  const [typed, setTyped] = useState<TypedText>({ text: kept, kept, sent: [] })
  if (kept !== typed.kept) setTyped(afterKeeping(typed, kept))

  useEffect(() => {
    const text = unsentText(typed)
    if (text === undefined) return undefined
    const send = () => {
      setTyped((now) => ({ ...now, sent: [...now.sent, text] }))
      keep(text)
    }
    const cancel = afterPaint(send, pause)
    const stop = beforeLeaving(send)
    return () => {
      cancel()
      stop()
    }
  }, [typed, keep, pause])

  const type = useCallback((text: string) => setTyped((now) => ({ ...now, text })), [])
  return [typed.text, type] as const
}

/**
 * The search text of a list that the server filters: as typed, how to change it, and as it is requested, after a
 * moment without typing.
 */
export function useSearchText(kept: string, change: (wanted: { q: string }) => void) {
  const keep = useCallback((q: string) => change({ q }), [change])
  const [typed, type] = useTypedText(kept, keep)
  return [typed, type, useSettled(kept, 250)] as const
}

/** Writes the pending text before a click leads elsewhere, such as to a found row, so that the address is complete. */
function beforeLeaving(work: () => void): () => void {
  const events = ['pointerdown', 'focusout']
  for (const event of events) addEventListener(event, work, true)
  return () => {
    for (const event of events) removeEventListener(event, work, true)
  }
}

/** The text of a field, and the text that the address holds. */
export interface TypedText {
  text: string
  kept: string
  /** Texts written but not yet read back, oldest first. */
  sent: readonly string[]
}

/** Updates the state when the stored text changes: it was typed here, or it replaces the typed text. */
export function afterKeeping(typed: TypedText, kept: string): TypedText {
  const place = typed.sent.indexOf(kept)
  if (place < 0) return { text: kept, kept, sent: [] }
  return { ...typed, kept, sent: typed.sent.slice(place + 1) }
}

/** The text still to be written; undefined if there is none. */
export function unsentText({ text, kept, sent }: TypedText): string | undefined {
  return text === (sent.at(-1) ?? kept) ? undefined : text
}
