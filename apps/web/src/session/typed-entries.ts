// The unsent entries of a person in this tab: for the next opening of the form, also after the end of a session. Never card
// numbers or secrets, which are typed into the provider's frames.

import { readStored, writeStored } from '../kernel/stored-object.ts'

const storageKey = 'typed'
let entries: Record<string, unknown> = readStored('sessionStorage', storageKey)

export const keptEntry = (key: string): unknown => entries[key]

/** Undefined: nothing is kept. */
export function keepEntry(key: string, entry: unknown): void {
  const { [key]: _before, ...others } = entries
  replace(entry === undefined ? others : { ...others, [key]: entry })
}

/** Removes the entries of other persons; without a person, all entries. */
export function dropEntriesExcept(personId?: string): void {
  const isKept = ([key]: [string, unknown]) =>
    personId !== undefined && key.startsWith(`${personId} `)
  replace(Object.fromEntries(Object.entries(entries).filter(isKept)))
}

function replace(next: Record<string, unknown>): void {
  entries = next
  writeStored('sessionStorage', storageKey, next)
}
