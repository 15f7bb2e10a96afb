import { Popover } from '@base-ui/react/popover'
import { Plus, X } from 'lucide-react'
import { useContext, useRef, useState, type ReactNode } from 'react'
import chip from './Choice.module.css'
import { InSheet } from './in-sheet.ts'
import layer from '../layer.module.css'
import css from './RangeChip.module.css'
import { useLayerEntry } from '../layers/useLayerEntry.ts'

interface RangeChipProps {
  label: string
  /** The range as text; empty if the filter is off. */
  value: string
  onClear: () => void
  /** The two fields. */
  children: ReactNode
}

/** A filter for a range: one chip that opens two fields; in a sheet, the fields. */
export function RangeChip({ label, value, onClear, children }: RangeChipProps) {
  const [open, setOpen] = useState(false)
  useLayerEntry({ open, onClose: () => setOpen(false) })
  const trigger = useRef<HTMLButtonElement>(null)
  if (useContext(InSheet)) return <div className={css.fields}>{children}</div>
  const isOn = value !== ''
  return (
    <span className={isOn ? chip.on : chip.offer}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger ref={trigger} className={chip.chip} data-print={isOn || undefined}>
          {!isOn && <Plus size={14} aria-hidden />}
          <span className={chip.label}>{label}</span>
          {isOn && (
            <>
              {' '}
              <span className={`${chip.value} ${css.value}`}>{value}</span>
            </>
          )}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={layer.positioner} sideOffset={4} align="start">
            <Popover.Popup className={`${layer.popup} ${css.popup}`} aria-label={label}>
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {isOn && (
        <button
          type="button"
          className={chip.remove}
          aria-label={`Remove the ${label.toLowerCase()} filter`}
          onClick={() => {
            trigger.current?.focus()
            onClear()
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}
