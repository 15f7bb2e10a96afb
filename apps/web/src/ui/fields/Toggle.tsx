import { Switch } from '@base-ui/react/switch'
import css from './Toggle.module.css'

interface ToggleProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <label className={css.toggle}>
      <Switch.Root className={css.switch} checked={checked} onCheckedChange={onChange}>
        <Switch.Thumb className={css.thumb} />
      </Switch.Root>
      {label}
    </label>
  )
}
