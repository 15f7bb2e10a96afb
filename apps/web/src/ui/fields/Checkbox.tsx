import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Checkbox.module.css'
import { Hint } from '../Hint.tsx'

interface CheckboxProps {
  /** `mixed` if it represents several items, of which only some are checked. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  /** Why it is disabled: shown on hover, focus and tap, and announced. */
  disabledReason?: string | undefined
  /** Called with true when hover or focus begins, and with false when it ends. */
  onLook?: (looking: boolean) => void
  /** Aligns the box with the fields of a form. */
  isField?: boolean
  children: ReactNode
}

/** A checkbox with its label as one control: the whole line can be clicked, and shows why it is disabled. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, disabledReason, onLook, isField, children } = props
  const Mark = checked === 'mixed' ? Minus : Check
  return (
    <Hint text={disabledReason}>
      <button
        type="button"
        role="checkbox"
        className={css.checkbox}
        data-field={isField}
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
