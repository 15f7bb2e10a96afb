import { Tooltip } from '@base-ui/react/tooltip'
import { cloneElement, useId, useState, type ReactElement } from 'react'
import css from './Hint.module.css'
import layer from './layer.module.css'

type Describable = ReactElement<{ 'aria-describedby'?: string | undefined }>

/** A tooltip on hover, focus and tap, also for screen readers; none without text. */
export function Hint({ text, children }: { text: string | undefined; children: Describable }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  if (!text) return children
  return (
    <Tooltip.Root open={open} onOpenChange={setOpen}>
      <Tooltip.Trigger
        render={cloneElement(children, { 'aria-describedby': id })}
        closeOnClick={false}
        // Touch screens have no hover: a tap on a disabled button shows the reason.
        onPointerUp={() => setOpen(true)}
      />
      <span id={id} hidden>
        {text}
      </span>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} collisionPadding={16} className={layer.positioner}>
          <Tooltip.Popup className={css.hint}>{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
