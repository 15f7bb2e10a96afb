import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import layer from '../layer.module.css'
import { useLayerEntry } from './useLayerEntry.ts'

interface SharedMenuProps {
  /** The button that opened the menu, which gets the focus back; undefined while the menu is closed. */
  anchor: HTMLElement | undefined
  onClose: () => void
  children: ReactNode
}

/** One menu shared by all rows of a list: a menu in each row would slow down scrolling. */
export function SharedMenu({ anchor, onClose, children }: SharedMenuProps) {
  const open = anchor !== undefined
  useLayerEntry({ open, onClose })
  return (
    <BaseMenu.Root open={open} onOpenChange={(next) => !next && onClose()}>
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
