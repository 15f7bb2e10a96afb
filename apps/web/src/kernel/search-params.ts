import { parseIsoDay, type Day } from '@portal/domain/kernel/day'
import { lastPage } from '@portal/domain/kernel/list-limits'
import type { SearchMiddleware } from '@tanstack/react-router'

/** How one parameter of an address is read. A value is written as `String(value)`. */
export interface Param<Value> {
  /** The value if the parameter is missing or invalid. It is never written. */
  absent: Value
  read: (text: string) => Value | undefined
  /** All possible values, if there are few. */
  values?: readonly Value[]
}

/** Characters that the server refuses in a search: control characters and half surrogate pairs. */
export const searchable = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, '')

/** Free text of at most `limit` UTF-16 units, as the `maxLength` of an input counts. */
export const text = (limit: number): Param<string> => ({
  absent: '',
  // The cut may leave half of a surrogate pair, so it comes first.
  read: (text) => searchable(text.slice(0, limit)),
})

/** One of the values, ignoring case; the address shows the value as listed here. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
): Param<Value | undefined>
export function oneOf<const Value extends string>(
  values: readonly Value[],
  absent: NoInfer<Value>,
): Param<Value>
export function oneOf(values: readonly string[], absent?: string): Param<string | undefined> {
  const byFoldedText = new Map(values.map((value) => [value.toLowerCase(), value]))
  return { absent, read: (text) => byFoldedText.get(text.toLowerCase()), values }
}

/** Text of a fixed form, such as an id. The pattern limits its length. */
export const matching = (
  pattern: RegExp,
  spelled: (text: string) => string = (text) => text,
): Param<string | undefined> => ({
  absent: undefined,
  read: (text) => (pattern.test(spelled(text)) ? spelled(text) : undefined),
})

/** The server accepts no longer id and no control characters, so no page has one. */
export const isPossibleId = (given: string) => text(64).read(given) === given

export const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, (text) =>
  text.toLowerCase(),
)

export const day: Param<Day | undefined> = { absent: undefined, read: parseIsoDay }

export const page: Param<number> = {
  absent: 1,
  read: (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= lastPage ? Number(text) : undefined),
}

type ParamValue = string | number | undefined
type Params = Record<string, Param<ParamValue>>
type Values<Declared extends Params> = {
  [Name in keyof Declared]: Declared[Name] extends Param<infer Value> ? Value : never
}

/** Values to write into an address; undefined removes a value. */
export type Changes<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

/** The parameters of one screen's address. `types` exists only for the router's types. */
export interface SearchSchema<Declared extends Params = Params> {
  params: Declared
  /** Never throws. Names every parameter: the router merges what is missing from the raw address. */
  parse: (raw: unknown) => Values<Declared>
  /** The values to write into the address. */
  write: (raw: unknown) => Changes<Values<Declared>>
  types: { input: Changes<Values<Declared>>; output: Values<Declared> }
}

/** The values of all parameters of a screen, including those that the address omits. */
export type SearchOf<Schema extends SearchSchema> = Schema['types']['output']

/**
 * Declares the parameters of a screen. A value equal to `absent` is not written. `idle` returns the parameters that
 * have no meaning with the values of the others; they are dropped too.
 */
export function searchParams<Declared extends Params>(
  params: Declared,
  idle: (search: Values<Declared>) => readonly (keyof Declared)[] = () => [],
): SearchSchema<Declared> {
  const all = Object.entries(params)

  function parse(raw: unknown) {
    const given = Object(raw) as Record<string, unknown>
    const read = all.map(([name, param]) => [name, valueOf(param, given[name])])
    const search = Object.fromEntries(read) as Values<Declared>
    const dropped = idle(search).map((name) => [name, params[name]?.absent])
    return { ...search, ...(Object.fromEntries(dropped) as Partial<Values<Declared>>) }
  }

  function write(raw: unknown) {
    const written = Object.entries(parse(raw)).filter(
      ([name, value]) => value !== params[name]?.absent,
    )
    return Object.fromEntries(written) as Changes<Values<Declared>>
  }

  return { params, parse, write, types: {} as SearchSchema<Declared>['types'] }
}

function valueOf({ absent, read }: Param<ParamValue>, raw: unknown): ParamValue {
  // A repeated parameter counts once, with its last value.
  const last: unknown = Array.isArray(raw) ? raw.at(-1) : raw
  if (typeof last !== 'string' && typeof last !== 'number') return absent
  return read(String(last)) ?? absent
}

/** The route options that read these parameters from the address and write no others. */
export function inAddress<Declared extends Params>(schema: SearchSchema<Declared>) {
  // The router calls it with the values to write, although its types describe the values read.
  const canonical: SearchMiddleware<Values<Declared>> = ({ search, next }) =>
    schema.write(next(search)) as Values<Declared>
  return { validateSearch: schema, search: { middlewares: [canonical] } }
}

/** Plain text values: a search for digits stays text. A repeated parameter becomes an array. */
export function parseQuery(query: string): Record<string, string | string[]> {
  const values = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(values.keys())].map((name) => {
      const [first = '', ...others] = values.getAll(name)
      return [name, others.length ? [first, ...others] : first]
    }),
  )
}

/** Writes what `parseQuery` reads. The router compares both to detect an address that is not canonical. */
export function queryText(search: Record<string, ParamValue | readonly string[]>): string {
  const values = Object.entries(search).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)]),
  )
  return values.length ? `?${new URLSearchParams(values)}` : ''
}
