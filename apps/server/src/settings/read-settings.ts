import {
  defaultText,
  givenText,
  isGroup,
  isProduction,
  isSetting,
  suchAs,
  type Env,
  type Process,
  type Setting,
  type Start,
  type Table,
  type Values,
} from './setting.ts'

/** Settings are missing, malformed or contradictory. The message lists all problems. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(readonly problems: string[]) {
    super(`These settings are missing or wrong:\n- ${problems.join('\n- ')}`)
  }
}

/**
 * Reads every setting of a table for a process. `otherProblems` checks settings together. Throws a `ConfigError` that
 * lists all problems.
 */
export function readSettings<const T extends Table>(
  table: T,
  env: Env,
  process: Process,
  otherProblems: string[] = [],
): Values<T> {
  const start = { production: isProduction(env), process }
  const problems: string[] = []
  const values = readTable(table, env, start, problems)
  problems.push(...otherProblems)
  if (problems.length > 0) throw new ConfigError(problems)
  return values
}

/** Returns values and problems. If there are problems, the values are incomplete. */
function readTable<T extends Table>(table: T, env: Env, start: Start, problems: string[]): Values<T>
function readTable(table: Table, env: Env, start: Start, problems: string[]): unknown {
  return Object.fromEntries(
    Object.entries(table).map(([key, entry]) => {
      if (isSetting(entry)) return [key, readSetting(entry, env, start, problems)]
      if (!isGroup(entry)) return [key, readTable(entry, env, start, problems)]
      const isSet = givenText(env, entry.ifSet) !== undefined
      return [key, isSet ? readTable(entry.settings, env, start, problems) : undefined]
    }),
  )
}

function readSetting(
  setting: Setting<unknown>,
  env: Env,
  start: Start,
  problems: string[],
): unknown {
  const { name, kind, need, secret, sandboxOnly } = setting
  const rule = kind(start)
  const wanted = `${rule.accepts}${suchAs(setting, rule)}`
  const given = givenText(env, name)
  if (given !== undefined && sandboxOnly && start.production) {
    problems.push(`${name} is for the sandbox and must be unset in production`)
    return undefined
  }
  const text = given ?? defaultText(setting, start.production)
  if (text === undefined) {
    if (need === 'required') problems.push(`${name} is missing: ${wanted}`)
    return undefined
  }
  if (/^(["']).*\1$/.test(text)) {
    problems.push(`${name} is in quotes, which would become part of it: remove them`)
    return undefined
  }
  const value = controlCharacter.test(text) ? undefined : rule.parse(text)
  if (value === undefined) {
    const problem = rule.problem?.(text)
    const shown = secret ? '' : `, not ${quoted(text)}`
    problems.push(
      problem ? `${name} must be ${rule.accepts}; ${problem}` : `${name} must be ${wanted}${shown}`,
    )
  }
  return value
}

/**
 * A line break in a value could start another line of a mail header or of the log.
 * oxlint-disable-next-line no-control-regex -- these are what it looks for
 */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f]/

/** Quotes a text, shortened, on one line and without keys and passwords: a secret may have been put into the wrong setting. */
function quoted(text: string): string {
  const known = text.replace(/\b((?:sk|rk)_(?:live|test)|whsec)_.*/s, '$1_…')
  const [begin, end] = [known.indexOf('//'), known.lastIndexOf('@')]
  const shown = begin >= 0 && end > begin ? `${known.slice(0, begin)}//…${known.slice(end)}` : known
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}
