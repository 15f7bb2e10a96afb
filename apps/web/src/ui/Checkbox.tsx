import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Checkbox.module.css'
import { Hint } from './Hint.tsx'

interface CheckboxProps {
  /** `mixed` when it stands for several of which only some are checked. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  /** Why it cannot be changed now: shown on hover, focus and tap, and read out. */
  disabledReason?: string | undefined
  /** True while somebody points at it or has reached it with the keyboard, false when that ends. */
  onLook?: (looking: boolean) => void
  children: ReactNode
}

/** A box and its words in one control: the whole line can be pressed, and says why when it does nothing. */
export function Checkbox({ checked, onChange, disabledReason, onLook, children }: CheckboxProps) {
  const Mark = checked === 'mixed' ? Minus : Check
  return (
    <Hint text={disabledReason}>
      <button
        type="button"
        role="checkbox"
        className={css.checkbox}
        aria-checked={checked}
        aria-disabled={disabledReason !== undefined || undefined}
        onClick={() => disabledReason === undefined && onChange(checked !== true)}
        onMouseEnter={() => onLook?.(true)}
        onMouseLeave={() => onLook?.(false)}
        onFocus={() => onLook?.(true)}
        onBlur={() => onLook?.(false)}
      >
        <span className={css.box} aria-hidden>
          {checked && <Mark size={13} strokeWidth={3} />}
        </span>
        <span className={css.words}>{children}</span>
      </button>
    </Hint>
  )
}
