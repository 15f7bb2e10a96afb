import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import layer from './layer.module.css'

interface SharedMenuProps {
  /** The button it was opened with, to which the focus returns; nothing while it is closed. */
  anchor: HTMLElement | undefined
  onClose: () => void
  children: ReactNode
}

/** One menu for all the rows of a list: a menu in each of them would make scrolling heavy. */
export function SharedMenu({ anchor, onClose, children }: SharedMenuProps) {
  return (
    <BaseMenu.Root open={anchor !== undefined} onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          className={layer.positioner}
          anchor={anchor ?? null}
          sideOffset={4}
          align="end"
        >
          <BaseMenu.Popup
            className={layer.popup}
            aria-label={anchor?.getAttribute('aria-label') ?? undefined}
            finalFocus={() => anchor ?? true}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
