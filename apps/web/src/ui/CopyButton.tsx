import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import css from './CopyButton.module.css'
import { IconButton } from './IconButton.tsx'
import { Text } from './parts.tsx'
import { toast } from './toasts.ts'

/** Copies a text to the clipboard. Reports the result if a text for it is given; a failure always. */
export async function copyText(text: string, done?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    if (done) toast.done(done, text)
    return true
  } catch {
    toast.problem(
      'Not copied',
      'Your browser does not allow copying here. Please select the text and copy it.',
    )
    return false
  }
}

/** Copies a text to the clipboard and confirms it briefly, also to screen readers. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copiedAt, setCopiedAt] = useState<number>()
  useEffect(() => {
    if (copiedAt === undefined) return undefined
    const forget = setTimeout(() => setCopiedAt(undefined), 2500)
    return () => clearTimeout(forget)
  }, [copiedAt])
  async function copy() {
    if (await copyText(text)) setCopiedAt(performance.now())
  }
  return (
    <span className={css.copy} data-screen>
      <IconButton label={label} onClick={() => void copy()}>
        {copiedAt ? <Check size={16} aria-hidden /> : <Copy size={15} aria-hidden />}
      </IconButton>
      <Text size={1} weight={600} tone="ok" className={css.said} role="status">
        {copiedAt && 'Copied'}
      </Text>
    </span>
  )
}
