import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import css from './Choice.module.css'
import layer from './layer.module.css'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: string }[]
  /** As wide as its place, its arrow at the end. */
  wide?: boolean
  /** The label stands above it, where the labels of other fields stand. */
  labelAbove?: boolean
}

/** One of several, its label and value in one control. */
export function Choice<Value extends string>({
  label,
  value,
  onChange,
  items,
  wide = false,
  labelAbove = false,
}: ChoiceProps<Value>) {
  return (
    <Select.Root items={items} value={value} onValueChange={(next) => onChange(next as Value)}>
      <Select.Trigger className={`${css.choice} ${wide ? css.wide : ''}`} aria-label={label}>
        {!labelAbove && <span className={css.label}>{label}</span>}
        <Select.Value className={css.value} />
        <Select.Icon className={css.icon}>
          <ChevronDown size={14} aria-hidden />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className={layer.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Select.Popup className={layer.popup}>
            <Select.List aria-label={label}>
              {items.map((item) => (
                <Select.Item key={item.value} value={item.value} className={layer.item}>
                  <Select.ItemText>{item.label}</Select.ItemText>
                  <Select.ItemIndicator className={layer.check}>
                    <Check size={14} aria-hidden />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
