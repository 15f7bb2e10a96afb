import { Field } from '@base-ui/react/field'
import css from './TextField.module.css'

interface TextAreaProps {
  label: string
  note?: string
  name: string
  value: string
  maxLength: number
  onChange: (text: string) => void
}

/** A multi-line text field. */
export function TextArea({ label, note, name, value, maxLength, onChange }: TextAreaProps) {
  return (
    <Field.Root name={name} className={css.field}>
      <Field.Label className={css.label}>{label}</Field.Label>
      <Field.Control
        render={<textarea rows={4} maxLength={maxLength} />}
        className={`${css.input} ${css.area}`}
        value={value}
        onValueChange={onChange}
      />
      {note && <Field.Description className={css.note}>{note}</Field.Description>}
    </Field.Root>
  )
}
