import type { Fault } from '../planted-fault.ts'

export interface Mutation extends Fault {
  name: string
  finds: string
}

/** Faults of a file that one test must find: the text and what it becomes, by name. */
export const faultsOf = (
  file: string,
  finds: string,
  faults: Readonly<Record<string, readonly [from: string, to: string]>>,
): Mutation[] =>
  Object.entries(faults).map(([name, [from, to]]) => ({ name, file, from, to, finds }))
