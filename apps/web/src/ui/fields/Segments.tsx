import { Hint } from '../Hint.tsx'
import css from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** A disabled item has a reason. */
  items: readonly { value: Value; label: string; disabledReason?: string | undefined }[]
  /** Called with the hovered or focused value, and with undefined when hover or focus ends. */
  onLook?: (value: Value | undefined) => void
}

/** A choice between a few values, all visible. */
export function Segments<Value extends string>({
  label,
  value,
  onChange,
  items,
  onLook,
}: SegmentsProps<Value>) {
  return (
    <div className={css.segments} role="group" aria-label={label}>
      {items.map((item) => (
        <Hint key={item.value} text={item.disabledReason}>
          <button
            type="button"
            aria-pressed={item.value === value}
            aria-disabled={item.disabledReason !== undefined || undefined}
            onClick={() => item.disabledReason === undefined && onChange(item.value)}
            onMouseEnter={() => onLook?.(item.value)}
            onMouseLeave={() => onLook?.(undefined)}
            onFocus={() => onLook?.(item.value)}
            onBlur={() => onLook?.(undefined)}
          >
            {item.label}
          </button>
        </Hint>
      ))}
    </div>
  )
}
