import { Field } from '@base-ui/react/field'
import css from './TextField.module.css'

interface TextAreaProps {
  label: string
  note?: string
  name: string
  value: string
  /** Cuts longer text; without it the form reports a text that is too long. */
  maxLength?: number
  onChange: (text: string) => void
  onBlur?: () => void
  /** The error of the entry, which is kept. */
  error?: string | undefined
}

/** A multi-line text field. */
export function TextArea(props: TextAreaProps) {
  const { label, note, name, value, maxLength, onChange, onBlur, error } = props
  return (
    <Field.Root name={name} invalid={error !== undefined} className={css.field}>
      <Field.Label className={css.label}>{label}</Field.Label>
      <Field.Control
        render={<textarea rows={4} maxLength={maxLength} />}
        className={`${css.input} ${css.area}`}
        value={value}
        onValueChange={onChange}
        onBlur={onBlur}
      />
      {note && <Field.Description className={css.note}>{note}</Field.Description>}
      <Field.Error match={error !== undefined} className={css.error}>
        {error}
      </Field.Error>
    </Field.Root>
  )
}
