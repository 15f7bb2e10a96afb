import { givenText, isGroup, isProduction, isSetting, listSettings, type Env } from './setting.ts'
import { sections } from './settings.ts'

/** What an operator probably did not mean, and what does not stop the start. */
export function settingWarnings(env: Env): string[] {
  return [...misspelled(env), ...withoutEffect(env), ...withoutProxy(env)]
}

/** Every unknown name that starts as ours, and any other name one typing error away from a setting's. */
function misspelled(env: Env): string[] {
  const known = listSettings(sections).map(({ name }) => name)
  const unknown = Object.keys(env).filter((name) => !known.includes(name))
  return unknown.flatMap((name) => {
    const [nearest] = known
      .map((setting) => ({ setting, typos: typosBetween(name, setting) }))
      .sort((a, b) => a.typos - b.typos)
    if (!nearest) return []
    const isOurs = name.startsWith('PORTAL_')
    // Short names, such as PORT, are a typing error away from too many others.
    const isLikely = nearest.typos === 1 && nearest.setting.length > 6
    return isOurs || isLikely ? [`${name} is not a setting. Did you mean ${nearest.setting}?`] : []
  })
}

/** How many letters were added, left out, replaced, or swapped with the next one. */
function typosBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1]!
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1
      row.push(
        Math.min(
          above[j]! + 1,
          row[j - 1]! + 1,
          above[j - 1]! + cost,
          isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

function withoutEffect(env: Env): string[] {
  const groups = Object.values(sections).flatMap((section) =>
    isSetting(section) ? [] : Object.values(section).filter(isGroup),
  )
  return groups
    .filter(({ ifSet }) => !givenText(env, ifSet))
    .flatMap(({ ifSet, settings }) =>
      listSettings(settings)
        .filter(({ name }) => givenText(env, name))
        .map(({ name }) => `${name} has no effect without ${ifSet}.`),
    )
}

function withoutProxy(env: Env): string[] {
  if (!isProduction(env) || givenText(env, 'TRUST_PROXY')) return []
  return [
    'TRUST_PROXY is unset: every request seems to come from the address of the proxy, in limits and in the history.',
  ]
}
