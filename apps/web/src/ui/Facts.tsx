import type { ReactNode } from 'react'
import css from './Facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** Text of a person, of any length: it stands below its name. */
  isText?: boolean
}

/** Names and values in two columns, for users to check before they confirm. */
export function Facts({ facts }: { facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} data-text={fact.isText || undefined}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
