import { Button } from '../Button.tsx'
import css from './Dialog.module.css'

interface DiscardProps {
  /** Entries that are kept when their form is closed, see `useTyped`. */
  typed: { isKept: boolean; discard: () => void } | undefined
}

export function Discard({ typed }: DiscardProps) {
  if (!typed) return null
  return (
    <div className={css.discard} data-kept={typed.isKept}>
      <Button size="small" tone="quiet" onClick={typed.discard}>
        Discard
      </Button>
    </div>
  )
}
