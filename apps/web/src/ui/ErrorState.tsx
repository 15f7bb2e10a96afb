import { RotateCcw, TriangleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import css from './EmptyState.module.css'

interface ErrorStateProps {
  text: string
  /** What to tell support when the failure is a bug of ours. */
  supportId?: string | undefined
  onRetry: () => void
  busy?: boolean
}

/** Something could not be loaded: what, and a way to try again. */
export function ErrorState({ text, supportId, onRetry, busy }: ErrorStateProps) {
  return (
    <div className={css.empty} role="alert">
      <span className={css.icon}>
        <TriangleAlert size={22} aria-hidden />
      </span>
      <p className={css.text}>{text}</p>
      {supportId && <p className={css.note}>Tell support this number: {supportId}</p>}
      <Button icon={<RotateCcw size={15} aria-hidden />} busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
