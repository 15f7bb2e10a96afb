import { Popover } from '@base-ui/react/popover'
import { formatDay, type Day } from '@portal/domain/kernel/day'
import { Plus, X } from 'lucide-react'
import { useContext, useRef, useState } from 'react'
import chip from './Choice.module.css'
import { DayFilter, useDayText } from './DateField.tsx'
import { InSheet } from './in-sheet.ts'
import layer from './layer.module.css'
import css from './Period.module.css'
import { useLayerEntry } from './useLayerEntry.ts'

interface PeriodProps {
  from: Day | undefined
  to: Day | undefined
  onChange: (change: { from?: Day | undefined; to?: Day | undefined }) => void
}

/** The filter for a range of days: one chip with a first and a last day; in a sheet, the two fields. */
export function Period({ from, to, onChange }: PeriodProps) {
  const [open, setOpen] = useState(false)
  useLayerEntry({ open, onClose: () => setOpen(false) })
  const trigger = useRef<HTMLButtonElement>(null)
  // Kept here, so that an invalid entry is still there when the popover opens again.
  const first = useDayText(from, (from) => onChange({ from }))
  const last = useDayText(to, (to) => onChange({ to }))
  const fields = (
    <>
      <DayFilter label="From" {...first} />
      <DayFilter label="To" {...last} />
    </>
  )
  if (useContext(InSheet)) return fields
  const isOn = from !== undefined || to !== undefined
  return (
    <span className={isOn ? chip.on : chip.offer}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger ref={trigger} className={chip.chip} data-print={isOn || undefined}>
          {!isOn && <Plus size={14} aria-hidden />}
          <span className={chip.label}>Period</span>
          {isOn && (
            <>
              {' '}
              <span className={`${chip.value} ${css.value}`}>{periodText(from, to)}</span>
            </>
          )}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={layer.positioner} sideOffset={4} align="start">
            <Popover.Popup className={`${layer.popup} ${css.popup}`} aria-label="Period">
              {fields}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {isOn && (
        <button
          type="button"
          className={chip.remove}
          aria-label="Remove the period filter"
          onClick={() => {
            trigger.current?.focus()
            onChange({ from: undefined, to: undefined })
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** `11/01/2026 – 11/24/2026`, `from 11/01/2026` or `until 11/24/2026`. */
function periodText(from: Day | undefined, to: Day | undefined): string {
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  return from ? `from ${formatDay(from)}` : to ? `until ${formatDay(to)}` : ''
}
