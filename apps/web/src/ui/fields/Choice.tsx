import { Select } from '@base-ui/react/select'
import { Check, ChevronDown, Plus, X } from 'lucide-react'
import { useContext, useId, useRef } from 'react'
import css from './Choice.module.css'
import { InSheet } from './in-sheet.ts'
import layer from '../layer.module.css'
import { Muted, Row } from '../parts.tsx'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: string }[]
  /** Fills the available width, with its arrow at the end. */
  wide?: boolean
  /** Puts the label above, like the labels of other fields. */
  labelAbove?: boolean
  /** Shows a filter as a chip: dashed while the first item is chosen, else with a button that resets it. */
  chip?: boolean
}

/** More values than this are not all visible in a sheet. */
const mostPicks = 10

/** A select with its label and value in one control. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, onChange, items, wide = false, labelAbove = false, chip = false } = props
  const inSheet = useContext(InSheet)
  const trigger = useRef<HTMLButtonElement>(null)
  if (inSheet && items.length <= mostPicks) return <Picks {...props} />
  const none = items[0]?.value
  const isOn = chip && value !== none && none !== undefined
  const select = (
    // Null if the value is none of the items, which may still be loading: no choice of the user.
    <Select.Root
      items={items}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Select.Trigger
        ref={trigger}
        className={chip && !inSheet ? css.chip : `${css.choice} ${wide || inSheet ? css.wide : ''}`}
        aria-label={label}
        data-print={isOn || undefined}
      >
        {chip && !isOn && !inSheet && <Plus size={14} aria-hidden />}
        {!labelAbove && <span className={css.label}>{label}</span>}
        {(!chip || isOn || inSheet) && <Select.Value className={css.value} />}
        {(!chip || inSheet) && (
          <Select.Icon className={css.icon}>
            <ChevronDown size={14} aria-hidden />
          </Select.Icon>
        )}
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className={layer.positioner}
          sideOffset={4}
          align="start"
          alignItemWithTrigger={false}
        >
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
  if (!chip || inSheet) return select
  return (
    // Uses the same element with and without a value, so that the focus stays.
    <span className={isOn ? css.on : css.offer}>
      {select}
      {isOn && (
        <button
          type="button"
          className={css.remove}
          aria-label={`Remove the ${label.toLowerCase()} filter`}
          onClick={() => {
            trigger.current?.focus()
            onChange(none)
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** A choice in a sheet: every value is a button. */
function Picks<Value extends string>({ label, value, onChange, items }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <Muted weight={500} id={id} className={css.legend}>
        {label}
      </Muted>
      <Row gap={3} align="stretch" wrap className={css.picks}>
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
      </Row>
    </div>
  )
}
