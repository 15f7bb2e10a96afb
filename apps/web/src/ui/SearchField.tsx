import { Search } from 'lucide-react'
import { useState } from 'react'
import css from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/**
 * A search box whose value lives elsewhere, in the address. The address follows a moment
 * later, so the letters are kept here and only a change made somewhere else replaces them.
 */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [draft, setDraft] = useState(value)
  const [sent, setSent] = useState<readonly string[]>([])
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (sent.includes(value)) setSent(sent.slice(sent.indexOf(value) + 1))
    else {
      setDraft(value)
      setSent([])
    }
  }
  const type = (text: string) => {
    setDraft(text)
    setSent([...sent, text])
    onChange(text)
  }
  return (
    <label className={css.search}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        data-search
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => type(event.target.value)}
      />
    </label>
  )
}
