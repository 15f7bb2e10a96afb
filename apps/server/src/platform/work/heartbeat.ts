import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { TimedWork, WorkRecord } from './repeat.ts'
import { lateAfterSeconds, lateWork } from './thresholds.ts'

/** A timed work of a worker, as other processes read it. */
export interface ReportedWork {
  everySeconds: number
  /** Null until its first round has succeeded. */
  succeededAt: string | null
}

/** Reports that this worker runs, and when each of its works last succeeded. */
export function heartbeat(
  systemDb: Database,
  works: readonly TimedWork[],
  record: WorkRecord,
): TimedWork {
  const id = randomUUID()
  return {
    name: 'report',
    everySeconds: 10,
    run: async () => {
      const report = Object.fromEntries(
        works.map(({ name, everySeconds }) => [
          name,
          { everySeconds, succeededAt: record.lastSuccess.get(name)?.toISOString() ?? null },
        ]),
      ) satisfies Record<string, ReportedWork>
      await systemDb.query(sql`
        insert into worker (id, works) values (${id}, ${JSON.stringify(report)}::jsonb)
            on conflict (id) do update set seen_at = clock_timestamp(), works = excluded.works`)
      return 0
    },
  }
}

/** Returns how many seconds ago a worker last reported. */
export async function lastReport(db: Database): Promise<number | undefined> {
  const { rows } = await db.query<{ seconds: number | null }>(
    'select extract(epoch from clock_timestamp() - max(seen_at))::float8 as seconds from worker',
  )
  return rows[0]?.seconds ?? undefined
}

/** Returns what is wrong with the workers, worded for an operator; undefined if one runs and all its works succeed. */
export function workerProblem(
  workers: readonly { seenAt: Date; startedAt: Date; works: Record<string, ReportedWork> }[],
  now: Date,
): string | undefined {
  const age = (at: Date) => (now.getTime() - at.getTime()) / 1000
  const alive = workers.filter(({ seenAt }) => age(seenAt) <= lateAfterSeconds.worker)
  const last = workers
    .map(({ seenAt }) => seenAt.toISOString())
    .toSorted()
    .at(-1)
  if (alive.length === 0)
    return last === undefined
      ? 'no worker has ever run: payments, events, mails and imports wait. Start one'
      : `no worker has reported since ${last}: payments, events, mails and imports wait. Start one, or restart one that hangs`
  // If several workers run, one that succeeds is enough.
  const names = new Set(alive.flatMap(({ works }) => Object.keys(works)))
  const late = [...names].filter((name) =>
    alive.every(({ works, startedAt }) => {
      const work = works[name]
      if (!work) return true
      const since = work.succeededAt === null ? startedAt : new Date(work.succeededAt)
      return age(since) > Math.max(lateWork.atLeastSeconds, lateWork.periods * work.everySeconds)
    }),
  )
  if (late.length === 0) return undefined
  return `a worker runs, but has not succeeded for minutes: ${late.join(', ')}. Its log says why`
}
