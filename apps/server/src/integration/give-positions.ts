import sql from 'sql-template-tag'
import { inTransaction, type Database } from '../platform/database.ts'

/** Events that get their place in one transaction. */
const atOnce = 1000

/**
 * Gives committed events their place in the order they are read by (decision 0013), one process at a time, and
 * notes whose events wait for delivery. Answers how many.
 */
export async function givePositions(systemDb: Database): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    // Each statement after this one sees everything the holder before has committed.
    await tx.run(sql`select from outbox_end for update`)
    const given = await tx.run(sql`
      with waiting as (
        select account_id, id, row_number() over (order by written) as nth
          from (select account_id, id, written from outbox_event where position is null
                 order by written limit ${atOnce}) w)
      update outbox_event e set position = o.position + w.nth
        from waiting w, outbox_end o
       where e.account_id = w.account_id and e.id = w.id`)
    if (!given) return 0
    // Writes the row even if it is there: whoever is about to remove it waits, and looks again.
    await tx.run(sql`
      insert into outbox_stream as s (account_id)
      select distinct e.account_id from outbox_event e, outbox_end o where e.position > o.position
       order by e.account_id
          on conflict (account_id) do update set account_id = s.account_id`)
    await tx.run(sql`update outbox_end set position = position + ${given}`)
    return given
  })
}
