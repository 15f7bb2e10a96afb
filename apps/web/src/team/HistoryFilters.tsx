import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { filtersOn } from './history-page.ts'
import { historyValuesQuery } from './history.api.ts'
import css from './HistoryScreen.module.css'
import { nameOf } from './members.ts'
import type { ChangeHistory, HistorySearch } from './team-search.ts'
import { namedUsersQuery } from './team.api.ts'

interface HistoryFiltersProps {
  accountId: string
  search: HistorySearch
  onChange: ChangeHistory
}

/** A value no filter has, so that "All" can stand among them. */
const all = { value: '', label: 'All' }
const none = { category: undefined, user: undefined, type: undefined }

/** What narrows the history; on phones it folds away behind one button. */
export function HistoryFilters({ accountId, search, onChange }: HistoryFiltersProps) {
  const [open, setOpen] = useState(false)
  const { data: values } = useQuery(historyValuesQuery(accountId))
  const { data: users } = useQuery(namedUsersQuery(accountId))
  const people = (users ?? []).map((user) => ({
    value: user.id,
    label: user.isActive ? nameOf(user) : `${isolated(nameOf(user))} (removed)`,
  }))
  people.sort((one, other) => one.label.localeCompare(other.label))
  const on = filtersOn(search)
  return (
    <section className={css.filters} aria-label="Filters" data-open-filters={open || undefined}>
      <div className={css.fold}>
        <Button
          icon={<SlidersHorizontal size={15} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {on ? `Filters (${on})` : 'Filters'}
        </Button>
      </div>
      <div className={css.choices}>
        <Choice
          wide
          label="Category"
          value={search.category}
          onChange={(category) => onChange({ category })}
          items={[all, ...withChosen(plain(values?.categories), search.category)]}
        />
        <Choice
          wide
          label="User"
          value={search.user ?? ''}
          onChange={(user) => onChange({ user })}
          items={[all, ...withChosen(people, search.user)]}
        />
        <Choice
          wide
          label="Type"
          value={search.type}
          onChange={(type) => onChange({ type })}
          items={[all, ...withChosen(plain(values?.types), search.type)]}
        />
        {on > 0 && (
          <Button size="small" onClick={() => onChange(none)}>
            Clear filters
          </Button>
        )}
      </div>
    </section>
  )
}

function plain(values: readonly string[] = []) {
  return values.map((value) => ({ value, label: value }))
}

/** A value that came with the address stays a choice even when no entry has it. */
function withChosen(items: { value: string; label: string }[], chosen: string | undefined) {
  if (!chosen || items.some(({ value }) => value === chosen)) return items
  return [...items, { value: chosen, label: chosen }]
}
