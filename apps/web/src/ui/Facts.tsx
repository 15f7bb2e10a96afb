import type { ReactNode } from 'react'
import css from './Facts.module.css'
import { List, Muted } from './parts.tsx'

export interface Fact {
  label: string
  value: ReactNode
  /** Text of a person, of any length, placed below its name. */
  isText?: boolean
}

/** Names and values in two columns, for users to check before they confirm. */
export function Facts({ facts }: { facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <List as="dl" className={css.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} data-text={fact.isText || undefined}>
              <Muted as="dt">{fact.label}</Muted>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </List>
  )
}
