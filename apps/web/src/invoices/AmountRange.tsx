import { useState } from 'react'
import { RangeChip } from '../ui/fields/RangeChip.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { amountText, enteredAmount } from './invoice-filter.ts'
import type { InvoiceListSearch } from './invoice-search.ts'

interface AmountRangeProps extends Pick<InvoiceListSearch, 'min' | 'max'> {
  onChange: (change: { min?: string | undefined; max?: string | undefined }) => void
}

/** The filter for amounts from one number to another, whatever the currency. */
export function AmountRange({ min, max, onChange }: AmountRangeProps) {
  return (
    <RangeChip
      label="Amount"
      value={amountText(min, max)}
      onClear={() => onChange({ min: undefined, max: undefined })}
    >
      <AmountField label="Amount from" value={min} onChange={(min) => onChange({ min })} />
      <AmountField label="Amount to" value={max} onChange={(max) => onChange({ max })} />
    </RangeChip>
  )
}

interface AmountFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Applies a valid amount immediately; an invalid amount is kept with its error and does not filter. */
function AmountField({ label, value, onChange }: AmountFieldProps) {
  const [text, setText] = useState(value ?? '')
  const { amount, error } = enteredAmount(text)
  // Set from outside, by Clear filters or Back.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (!error && amount !== value) setText(value ?? '')
  }
  return (
    <TextField
      label={label}
      name={label}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(enteredAmount(next).amount)
      }}
      error={error}
    />
  )
}
