import { createHmac, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import sql from 'sql-template-tag'
import { queryOne, type Database } from '../database/database.ts'
import { readInstanceId } from '../database/instance.ts'
import type { TimedWork } from './repeat.ts'

/** Digests by the name of the setting. */
export type SecretDigests = Record<string, string>

export interface ReportedSecrets {
  name: string
  digests: SecretDigests
}

const everySeconds = 60
/** True for processes that have reported recently; others count as ended. */
export const reportedLately = sql`seen_at > now() - make_interval(secs => ${3 * everySeconds})`

/**
 * Returns digests of secrets by the names of their settings. The digests are short: enough to compare, but too little to
 * guess a secret from.
 */
export const secretDigests = (secrets: Record<string, string>, instanceId: string): SecretDigests =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [
      name,
      createHmac('sha256', instanceId).update(`${name} ${text}`).digest('hex').slice(0, 8),
    ]),
  )

/** Reports the digests of this process's secrets until it stops, so that a differing secret is detected. */
export function reportSecrets(
  db: Database,
  what: string,
  secrets: Record<string, string>,
): TimedWork {
  const [id, name] = [randomUUID(), `${what} on ${hostname()} (process ${process.pid})`]
  return {
    name: 'report secrets',
    everySeconds,
    run: async () => {
      const digests = JSON.stringify(secretDigests(secrets, await readInstanceId(db)))
      await db.query(sql`
        insert into process_secrets (id, name, digests) values (${id}, ${name}, ${digests}::jsonb)
            on conflict (id) do update set seen_at = now(), digests = excluded.digests`)
      return 0
    },
    // The role of a web server may not delete rows, so the time is set far back instead.
    end: async () => {
      await db.query(sql`update process_secrets set seen_at = '-infinity' where id = ${id}`)
    },
  }
}

/** Returns how many secret settings differ between the running processes. */
export async function countDifferingSecrets(db: Database): Promise<number> {
  const found = await queryOne<{ count: number }>(
    db,
    sql`select count(*) from (
          select from process_secrets, jsonb_each_text(digests) as one (setting, digest)
           where ${reportedLately} group by setting having count(distinct digest) > 1) differing`,
  )
  return found?.count ?? 0
}

/** Returns a sentence for each secret that differs between processes: which process differs from most, or the two sides. */
export function differingSecrets(reported: readonly ReportedSecrets[]): string[] {
  const all = new Set(reported.flatMap(({ digests }) => Object.keys(digests)))
  return [...all].toSorted().flatMap((setting) => {
    const holders = new Map<string, string[]>()
    for (const { name, digests } of reported) {
      const digest = digests[setting]
      if (digest !== undefined) holders.set(digest, [...(holders.get(digest) ?? []), name])
    }
    if (holders.size < 2) return []
    const [most = [], ...others] = [...holders.values()].toSorted((a, b) => b.length - a.length)
    return most.length > (others[0]?.length ?? 0)
      ? [`${setting} of ${others.flat().join(', ')} is not that of ${most.join(', ')}`]
      : [
          `${setting} differs: ${[most, ...others].map((names) => names.join(', ')).join(' against ')}`,
        ]
  })
}
