import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import layer from '../layer.module.css'
import { Text } from '../parts.tsx'
import { useLayerEntry } from './useLayerEntry.ts'

interface MenuProps {
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [open, setOpen] = useState(false)
  useLayerEntry({ open, onClose: () => setOpen(false) })
  return (
    <BaseMenu.Root open={open} onOpenChange={setOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={layer.positioner} sideOffset={4} align={align}>
          <BaseMenu.Popup className={layer.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  note?: string
  /** Why it is disabled; shown instead of the note. */
  disabledReason?: string | undefined
  onChoose: () => void
  children: ReactNode
}

export function MenuItem({ icon, note, disabledReason, onChoose, children }: MenuItemProps) {
  const aside = disabledReason ?? note
  return (
    <BaseMenu.Item
      className={layer.item}
      disabled={disabledReason !== undefined}
      onClick={onChoose}
    >
      {icon}
      {children}
      {aside && <small>{aside}</small>}
    </BaseMenu.Item>
  )
}

export function MenuLink({
  href,
  icon,
  children,
}: {
  href: string
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <BaseMenu.LinkItem className={layer.item} href={href}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  )
}

interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: string; icon: ReactNode }[]
}

/** Radio items of a menu. */
export function MenuChoice<Value extends string>({
  label,
  value,
  onChange,
  items,
}: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
    >
      <Text as="div" size={0} weight={500} tone="faint" className={layer.groupLabel} aria-hidden>
        {label}
      </Text>
      {items.map((item) => (
        <BaseMenu.RadioItem key={item.value} value={item.value} className={layer.item}>
          {item.icon}
          {item.label}
          <BaseMenu.RadioItemIndicator className={layer.check}>
            <Check size={14} aria-hidden />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className={layer.separator} />
}
