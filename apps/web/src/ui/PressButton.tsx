import { Check, Plus } from 'lucide-react'
import css from './PressButton.module.css'
import { Hint } from './Hint.tsx'

interface PressButtonProps {
  pressed: boolean
  onChange: (pressed: boolean) => void
  /** Why it is disabled. */
  disabledReason?: string | undefined
  children: string
}

/** A toggle button: one of several of which any number may be selected. */
export function PressButton({ pressed, onChange, disabledReason, children }: PressButtonProps) {
  const Mark = pressed ? Check : Plus
  return (
    <Hint text={disabledReason}>
      <button
        type="button"
        className={css.press}
        aria-pressed={pressed}
        aria-disabled={disabledReason !== undefined || undefined}
        onClick={() => disabledReason === undefined && onChange(!pressed)}
      >
        <Mark size={14} aria-hidden />
        {children}
      </button>
    </Hint>
  )
}
