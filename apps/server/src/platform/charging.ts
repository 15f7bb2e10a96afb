import sql from 'sql-template-tag'
import { inTransaction, queryOne, type Database, type Tx } from './database.ts'
import { Refusal } from './refusal.ts'

export interface ChargingStop {
  reason: string
  stoppedAt: Date
}

export function findChargingStop(db: Database | Tx): Promise<ChargingStop | undefined> {
  return queryOne<ChargingStop & Record<string, unknown>>(
    db,
    sql`select reason, stopped_at as "stoppedAt" from charging_stop`,
  )
}

/**
 * Held to the end of the transaction that writes a charge down: an operator who stops charging waits for it, and after
 * that nothing new is charged.
 */
export async function isChargingOn(tx: Tx): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtext('portal charging'))`)
  return !(await findChargingStop(tx))
}

/** The same for AutoPay and payments of several invoices. */
export const isAutomaticChargingOn = isChargingOn

/** Refuses while charging is stopped. */
export async function requireCharging(tx: Tx): Promise<void> {
  if (!(await isChargingOn(tx)))
    throw new Refusal(503, 'Card payments are paused at the moment. Nothing was charged.')
}

/** Stops every new charge, by whoever. Answers how many charges are under way and will still be finished. */
export async function stopCharging(systemDb: Database, reason: string): Promise<number> {
  await inTransaction(systemDb, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('portal charging'))`)
    await tx.run(sql`
      insert into charging_stop (reason) values (${reason})
          on conflict (one) do update set reason = excluded.reason`)
  })
  const open = await queryOne<{ count: number }>(
    systemDb,
    sql`select count(*) as count from payment_attempt where state in ('open', 'requires_action')`,
  )
  return open?.count ?? 0
}

export async function startCharging(systemDb: Database): Promise<boolean> {
  const { rowCount } = await systemDb.query('delete from charging_stop')
  return rowCount === 1
}
