import css from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: string }[]
}

/** One of a few, all in sight. */
export function Segments<Value extends string>({
  label,
  value,
  onChange,
  items,
}: SegmentsProps<Value>) {
  return (
    <div className={css.segments} role="group" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
