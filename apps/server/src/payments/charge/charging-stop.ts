import sql, { empty } from 'sql-template-tag'
import {
  inTransaction,
  queryOne,
  type Database,
  type Tx,
} from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** The scope of a stop; `charging_stop` in the schema describes each. */
export type StopKind = 'all' | 'automatic' | 'new_instance'

export interface ChargingStop {
  kind: StopKind
  reason: string
  stoppedAt: Date
}

/** Returns every stop, oldest first. */
export async function listChargingStops(db: Database): Promise<ChargingStop[]> {
  const { rows } = await db.query<ChargingStop>(sql`
    select kind, reason, stopped_at as "stoppedAt" from charging_stop order by stopped_at, kind`)
  return rows
}

/** Returns a stop of all charging, or undefined if single invoices can be paid. */
export function findChargingStop(db: Database | Tx): Promise<ChargingStop | undefined> {
  return findStop(db, sql`where kind <> 'automatic'`)
}

/** Returns a stop of AutoPay and of payments of several invoices, or undefined if both are on. */
export function findAutomaticStop(db: Database | Tx): Promise<ChargingStop | undefined> {
  return findStop(db, empty)
}

function findStop(db: Database | Tx, which: typeof empty): Promise<ChargingStop | undefined> {
  return queryOne<ChargingStop & Record<string, unknown>>(
    db,
    sql`select kind, reason, stopped_at as "stoppedAt" from charging_stop ${which}
         order by kind = 'automatic', stopped_at limit 1`,
  )
}

/**
 * Locks the stops until the transaction that records a charge ends: an operator who stops charging waits for this
 * transaction, and afterwards nothing new is charged.
 */
export async function isChargingOn(tx: Tx): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtext('portal charging'))`)
  return !(await findChargingStop(tx))
}

/** Refuses while charging is stopped. */
export async function requireCharging(tx: Tx): Promise<void> {
  if (!(await isChargingOn(tx))) throw new Refusal(503, pausedTexts.every)
}

/**
 * Like `requireCharging`, for AutoPay and payments of several invoices, which can be paused while single invoices can be paid.
 */
export async function requireAutomaticCharging(tx: Tx): Promise<void> {
  await requireCharging(tx)
  if (await findAutomaticStop(tx)) throw new Refusal(503, pausedTexts.automatic)
}

export const pausedTexts = {
  every: 'Card payments are paused at the moment. Nothing was charged.',
  automatic:
    'AutoPay and payments of several invoices are paused at the moment. Nothing was charged. ' +
    'Single invoices can be paid.',
}

/** Stops every new charge. Returns how many charges are in progress and will still be finished. */
export async function stopCharging(systemDb: Database, reason: string): Promise<number> {
  await inTransaction(systemDb, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('portal charging'))`)
    await tx.run(sql`
      insert into charging_stop (kind, reason) values ('all', ${reason})
          on conflict (kind) do update set reason = excluded.reason`)
  })
  const open = await queryOne<{ count: number }>(
    systemDb,
    sql`select count(*) as count from payment_attempt where state in ('open', 'requires_action')`,
  )
  return open?.count ?? 0
}

/**
 * Pauses AutoPay and payments of several invoices when the transaction commits; the first reason is kept. Must be the last
 * statement of the transaction, because a second caller waits for the first transaction to end.
 */
export async function pauseAutomaticCharging(tx: Tx, reason: string): Promise<void> {
  // Does not take the lock of `stopCharging`: the caller may hold it shared, and two callers would deadlock.
  await tx.run(sql`
    insert into charging_stop (kind, reason) values ('automatic', ${reason}) on conflict do nothing`)
}

/** Ends the stops of these kinds. Returns those that existed. Ending a pause acknowledges unknown payments. */
export async function startCharging(
  systemDb: Database,
  kinds: readonly StopKind[] = ['all'],
): Promise<StopKind[]> {
  const row = await queryOne<{ ended: StopKind[] }>(
    systemDb,
    sql`select end_charging_stops(${kinds}) as ended`,
  )
  return row!.ended
}

/** Returns this stop, and locks it until the transaction ends. */
export async function findStopOf(tx: Tx, kind: StopKind): Promise<ChargingStop | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('portal charging'))`)
  return findStop(tx, sql`where kind = ${kind}`)
}

/** Ends one stop with a super admin's session. Returns false if the stop does not exist. */
export async function startChargingFor(
  tx: Tx,
  sessionHash: Buffer,
  kind: Exclude<StopKind, 'new_instance'>,
): Promise<boolean> {
  const row = await tx.one<{ isEnded: boolean }>(
    sql`select start_charging(${sessionHash}, ${kind}) as "isEnded"`,
  )
  return row!.isEnded
}
