export type Env = Record<string, string | undefined>

export type Process = 'web server' | 'worker' | 'command line'

/** The context in which a value is checked. */
export interface Start {
  production: boolean
  process: Process
}

/** The rule for a value. */
export interface Rule<T> {
  /** Completes the sentence "PORT must be …". */
  accepts: string
  /** A valid value; documents and tests use it. */
  example: string
  /** Returns undefined for an invalid value. `text` is one trimmed line, empty only as a default. */
  parse(text: string): T | undefined
  /** Returns the fault of an invalid text, if the text is too long to show. */
  problem?(text: string): string | undefined
}

export type Kind<T> = (start: Start) => Rule<T>

interface Facts {
  /** The processes that read the value; by default all. */
  readBy?: Process[]
  /** The value is never printed. */
  secret?: boolean
  /** Replaces the example of the setting's kind. */
  example?: string
  /** Must be unset in production. */
  sandboxOnly?: boolean
}

export type Default = string | { production: string; development: string }

export interface Setting<T> extends Facts {
  name: string
  kind: Kind<T>
  /** The purpose of the setting. */
  sentence: string
  need: 'required' | 'optional' | { default: Default }
}

/** A setting that prevents the start if it is missing, in every environment. */
export function required<T>(
  name: string,
  kind: Kind<T>,
  sentence: string,
  facts: Facts = {},
): Setting<T> {
  return { name, kind, sentence, need: 'required', ...facts }
}

/** A setting with a default; `value` is written as in the environment. */
export function defaultsTo<T>(
  value: Default,
  name: string,
  kind: Kind<T>,
  sentence: string,
  facts: Facts = {},
): Setting<T> {
  return { name, kind, sentence, need: { default: value }, ...facts }
}

export function optional<T>(
  name: string,
  kind: Kind<T>,
  sentence: string,
  facts: Facts = {},
): Setting<T | undefined> {
  return { name, kind, sentence, need: 'optional', ...facts }
}

/** Settings that belong together: the group is undefined while the setting `name` is unset, and then none of them is required. */
export interface Group<G> {
  ifSet: string
  settings: G
}

export function ifSet<const G extends Table>(name: string, settings: G): Group<G> {
  return { ifSet: name, settings }
}

export interface Table {
  readonly [key: string]: Setting<unknown> | Group<Table> | Table
}

/** The shape of a table, with each setting replaced by its value. */
export type Values<T> =
  T extends Setting<infer Value>
    ? Value
    : T extends Group<infer G>
      ? Values<G> | undefined
      : { [Key in keyof T]: Values<T[Key]> }

export function isSetting(entry: Table[string]): entry is Setting<unknown> {
  return 'kind' in entry
}

export function isGroup(entry: Table[string]): entry is Group<Table> {
  return 'ifSet' in entry
}

/** Returns every setting of a table, in order. */
export function listSettings(table: Table): Setting<unknown>[] {
  return Object.values(table).flatMap((entry) => {
    if (isSetting(entry)) return [entry]
    return listSettings(isGroup(entry) ? entry.settings : entry)
  })
}

/** Returns the trimmed text of a setting. A value of spaces counts as missing. */
export const givenText = (env: Env, name: string) => env[name]?.trim() || undefined

/** If no environment is named, the stricter rules apply. */
export const isProduction = (env: Env) => givenText(env, 'PORTAL_ENV') !== 'development'

/** Returns ", such as …" for a setting that is not a secret and has no default. */
export function suchAs({ need, secret, example }: Setting<unknown>, rule: Rule<unknown>): string {
  const hasDefault = typeof need === 'object' && need.default !== ''
  return secret || hasDefault ? '' : `, such as ${example ?? rule.example}`
}

/** Returns the text of a setting that is not set. */
export function defaultText({ need }: Setting<unknown>, production: boolean): string | undefined {
  if (typeof need === 'string') return undefined
  if (typeof need.default === 'string') return need.default
  return production ? need.default.production : need.default.development
}
