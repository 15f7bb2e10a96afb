import { isolated } from '@portal/domain/kernel/isolated'
import type { HistoryUser } from '@portal/domain/team/history.schema'
import type { User } from '@portal/domain/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Choice } from '../ui/fields/Choice.tsx'
import { Filters } from '../ui/fields/Filters.tsx'
import { Period } from '../ui/fields/Period.tsx'
import { filtersOn } from './history-page.ts'
import { historyValuesQuery } from './history.api.ts'
import { nameOf } from './members.ts'
import type { ChangeHistory, HistorySearch } from './team-search.ts'
import { namedUsersQuery } from './team.api.ts'

export const noFilters = {
  category: undefined,
  user: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
}

interface HistoryFiltersProps {
  accountId: string
  search: HistorySearch
  onChange: ChangeHistory
  /** The number of matching entries. */
  found: number | undefined
  /** The order and the size of the pages, in the sheet of a phone. */
  children: ReactNode
}

/** The value of the choice "All", which no filter has. */
const all = { value: '', label: 'All' }

export function HistoryFilters(props: HistoryFiltersProps) {
  const { accountId, search, onChange, found, children } = props
  const { data: values } = useQuery(historyValuesQuery(accountId))
  const { data: users } = useQuery(namedUsersQuery(accountId))
  const people = peopleOf(users, values?.superAdmins)
  const on = filtersOn(search)
  return (
    <Filters on={on} onClear={() => onChange(noFilters)} found={found} noun="entry" nouns="entries">
      <Choice
        chip
        label="Category"
        value={search.category}
        onChange={(category) => onChange({ category })}
        items={[all, ...withChosen(plain(values?.categories), search.category)]}
      />
      <Choice
        chip
        label="User"
        value={search.user ?? ''}
        onChange={(user) => onChange({ user })}
        items={[all, ...withChosen(people, search.user)]}
      />
      <Choice
        chip
        label="Type"
        value={search.type}
        onChange={(type) => onChange({ type })}
        items={[all, ...withChosen(plain(values?.types), search.type)]}
      />
      <Period from={search.from} to={search.to} onChange={onChange} />
      {children}
    </Filters>
  )
}

/** The company's users, including removed ones, and the super admins who acted for the company. */
function peopleOf(users: readonly User[] = [], superAdmins: readonly HistoryUser[] = []) {
  const people = [
    ...users.map((user) => ({
      value: user.id,
      label: user.isActive ? nameOf(user) : `${isolated(nameOf(user))} (removed)`,
    })),
    ...superAdmins.map(({ id, name }) => ({
      value: id,
      label: `${isolated(name)} (super admin)`,
    })),
  ]
  return people.sort((one, other) => one.label.localeCompare(other.label))
}

function plain(values: readonly string[] = []) {
  return values.map((value) => ({ value, label: value }))
}

/** Keeps a value from the address among the choices even if no entry has it. */
function withChosen(items: { value: string; label: string }[], chosen: string | undefined) {
  if (!chosen || items.some(({ value }) => value === chosen)) return items
  return [...items, { value: chosen, label: chosen }]
}
