import { isGroup, isSetting, type Table } from '../apps/server/src/settings/setting.ts'
import { sections } from '../apps/server/src/settings/settings.ts'

/** Returns an example of every required setting, of a portal that does not exist. */
export function exampleSettings(environment: 'production' | 'development'): Record<string, string> {
  const start = { production: environment === 'production', process: 'worker' } as const
  const entries = (table: Table): [string, string][] =>
    Object.values(table).flatMap((entry) => {
      if (isGroup(entry)) return []
      if (!isSetting(entry)) return entries(entry)
      if (entry.need !== 'required') return []
      return [[entry.name, entry.example ?? entry.kind(start).example]]
    })
  return { ...Object.fromEntries(entries(sections)), PORTAL_ENV: environment }
}
