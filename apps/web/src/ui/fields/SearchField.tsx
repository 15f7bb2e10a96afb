import { searchLimit } from '@portal/domain/kernel/list-limits'
import { Search } from 'lucide-react'
import css from './SearchField.module.css'
import { useTypedText } from './useTypedText.ts'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A search box whose value is kept in the address, which is updated a moment later. */
export function SearchField({ value, onChange, ...rest }: SearchFieldProps) {
  const [typed, type] = useTypedText(value, onChange)
  return <SearchInput {...rest} value={typed} onChange={type} />
}

const lens = <Search size={16} aria-hidden />

/** The box alone, for a page that updates its results on every letter. */
export function SearchInput({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <label className={css.search} data-search-box>
      {lens}
      <input
        type="search"
        data-search
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        maxLength={searchLimit}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
