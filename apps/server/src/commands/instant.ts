import { UsageProblem } from './command.ts'

/** Reads an instant from the command line: a day, or a time with its zone. */
export function readInstant(text: string): Date {
  const instant = new Date(text)
  if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text) || Number.isNaN(instant.getTime()))
    throw new UsageProblem(`${text} is not an instant such as 2026-11-20T08:00:00Z.`)
  return instant
}
