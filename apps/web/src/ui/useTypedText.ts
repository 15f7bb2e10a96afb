import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { afterKeeping, unsentText, type TypedText } from './typed-text.ts'

/**
 * The text of a field that the address keeps, and how to change it. The page sees each letter at
 * once; the address, which the whole page listens to, follows when the letter is on the screen.
 */
export function useTypedText(kept: string, keep: (text: string) => void) {
  const [typed, setTyped] = useState<TypedText>({ text: kept, kept, sent: [] })
  if (kept !== typed.kept) setTyped(afterKeeping(typed, kept))

  useEffect(() => {
    const text = unsentText(typed)
    if (text === undefined) return undefined
    return afterPaint(() => {
      setTyped((now) => ({ ...now, sent: [...now.sent, text] }))
      keep(text)
    })
  }, [typed, keep])

  const type = (text: string) => setTyped((now) => ({ ...now, text }))
  return [typed.text, type] as const
}
