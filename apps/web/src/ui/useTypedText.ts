import { useCallback, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { afterKeeping, unsentText, type TypedText } from './typed-text.ts'

/**
 * The text of a field that the address keeps, and how to change it. The page sees each letter at
 * once; the address, which the whole page listens to, follows when the letter is on the screen and
 * no other has come for `pause` milliseconds.
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

/** Whoever goes on to something else, such as a row that was found, finds the address complete. */
function beforeLeaving(work: () => void): () => void {
  const events = ['pointerdown', 'focusout']
  for (const event of events) addEventListener(event, work, true)
  return () => {
    for (const event of events) removeEventListener(event, work, true)
  }
}
