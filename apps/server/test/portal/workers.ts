import type pg from 'pg'
import type { ReportedWork } from '../../src/platform/work/heartbeat.ts'

/** Reports one running worker for the longest duration of a test, and removes all others. */
export async function reportWorker(
  db: Pick<pg.Pool | pg.Client, 'query'>,
  works: Record<string, ReportedWork> = {},
): Promise<void> {
  await db.query('delete from worker')
  await db.query(
    `insert into worker (id, works, seen_at) values (gen_random_uuid(), $1, now() + interval '1 hour')`,
    [JSON.stringify(works)],
  )
}
