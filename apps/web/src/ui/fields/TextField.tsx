import { Field } from '@base-ui/react/field'
import css from './TextField.module.css'

interface TextFieldProps {
  label: string
  name: string
  type?: 'text' | 'email'
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  onEnter?: () => void
  placeholder?: string
  /** The error of the entry, which is kept. */
  error: string | undefined
  /** Shown below the field while there is no error. */
  note?: string
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    name,
    type = 'text',
    value,
    onChange,
    onBlur,
    onEnter,
    placeholder,
    error,
    note,
  } = props
  return (
    <Field.Root name={name} invalid={error !== undefined} className={css.field}>
      <Field.Label className={css.label}>{label}</Field.Label>
      <Field.Control
        className={css.input}
        type={type}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onValueChange={onChange}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      <div className={css.errorLine}>
        {note && error === undefined && (
          <Field.Description className={css.note}>{note}</Field.Description>
        )}
        <Field.Error match={error !== undefined} className={css.error}>
          {error}
        </Field.Error>
      </div>
    </Field.Root>
  )
}
