import { Choice } from '../ui/Choice.tsx'
import css from './ItemForm.module.css'

interface NetworkFieldProps {
  label: string
  networks: readonly string[]
  value: string
  error: string | undefined
  onChange: (name: string) => void
}

const none = ' '

export function NetworkField({ label, networks, value, error, onChange }: NetworkFieldProps) {
  return (
    <div className={css.network}>
      <span className={css.label}>{label}</span>
      <Choice
        wide
        labelAbove
        label={label}
        value={value || none}
        onChange={(name) => onChange(name.trim())}
        items={[
          { value: none, label: 'Select Network' },
          ...networks.map((name) => ({ value: name, label: name })),
        ]}
      />
      <div className={css.errorLine} role={error && 'alert'}>
        {error}
      </div>
    </div>
  )
}
