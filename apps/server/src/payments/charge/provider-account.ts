import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import type { CardProvider, ProviderAccount } from '../../providers/cards/card-provider.ts'
import { listChargingStops, pauseAutomaticCharging, startCharging } from './charging-stop.ts'
import {
  readInstance,
  readInstanceId,
  type PortalInstance,
} from '../../platform/database/instance.ts'
import { inTransaction, queryOne, type Database } from '../../platform/database/database.ts'

/** The key belongs to another account or mode than the payments of the database. */
export class WrongAccount extends Error {
  override name = 'WrongAccount'
}

/** Throws WrongAccount if the key's account is not the database's. Any account is accepted until the database has one. */
export function refuseOtherAccount(instance: PortalInstance, given: ProviderAccount): void {
  const { account, livemode } = instance
  if (account === null || (account === given.id && livemode === given.livemode)) return
  throw new WrongAccount(
    `This database belongs to ${account} (${modeOf(livemode)}) at the card provider, and STRIPE_SECRET_KEY to ` +
      `${given.id} (${modeOf(given.livemode)}). Set the key of ${account}, or use another database.`,
  )
}

export const modeOf = (livemode: boolean | null) => (livemode ? 'live mode' : 'test mode')

/** How the check is repeated if the provider did not respond at the start. */
const askingAgain = {
  afterMs: 60_000,
  /** The key belongs to another account. */
  onRefusal: (deps: Deps, error: unknown) => {
    deps.log.error({ err: error }, 'the server stops')
    process.kill(process.pid, 'SIGTERM')
  },
}

/**
 * Refuses to start with the key of another account: throws WrongAccount. The first successful check decides which account
 * the database belongs to. Later starts do not wait for the provider: the check is repeated until it succeeds.
 */
export async function requireOwnAccount(deps: Deps, again = askingAgain): Promise<void> {
  const given = await deps.cards.account().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the card provider did not name its account; it is asked again')
  })
  if (given) return refuseOtherAccount(await rememberAccount(deps.db, given), given)
  if ((await readInstance(deps.db)).account === null)
    throw new Error(
      'The card provider did not answer. The first start needs its account: check STRIPE_SECRET_KEY and start again.',
    )
  setTimeout(() => {
    if (deps.isStopping()) return
    requireOwnAccount(deps, again).catch((error: unknown) => again.onRefusal(deps, error))
  }, again.afterMs).unref()
}

async function rememberAccount(db: Database, given: ProviderAccount): Promise<PortalInstance> {
  const remembered = await queryOne<PortalInstance & Record<string, unknown>>(
    db,
    sql`select id, provider_account as account, provider_livemode as livemode
          from remember_provider_account(${given.id}, ${given.livemode})`,
  )
  return remembered!
}

/**
 * Ends the stop of a new database in live mode if the account has no payment of another database. Otherwise, the stop's
 * reason says what an operator has to decide. Does nothing for other databases.
 */
export async function compareInstances(
  systemDb: Database,
  cards: CardProvider,
  signal: AbortSignal,
): Promise<void> {
  if (!(await waitsForInstance(systemDb))) return
  const own = await readInstanceId(systemDb)
  for await (const { instance: other, createdAt } of cards.listIntents({ since: null })) {
    if (signal.aborted) return
    if (other === own) continue
    const reason =
      `The account at the card provider has payments of another portal database, ${other}, the newest of ` +
      `${new Date(createdAt).toISOString()}. portal charging start --continue-instance names the database that this one ` +
      `continues, or ${own} if it continues none`
    await systemDb.query(
      sql`update charging_stop set reason = ${reason} where kind = 'new_instance'`,
    )
    return
  }
  await startCharging(systemDb, ['new_instance'])
}

async function waitsForInstance(systemDb: Database): Promise<boolean> {
  return (await listChargingStops(systemDb)).some(({ kind }) => kind === 'new_instance')
}

/**
 * Ends the stop of a new database by naming the database that it continues. The new database takes over that id, so that it finds
 * the customers and payments of the earlier one. AutoPay and payments of several invoices stay paused until the payments are
 * known here. The database's own id means that it continues no other database. Throws an Error with the reason for a refusal.
 */
export async function continueInstance(
  systemDb: Database,
  cards: CardProvider,
  id: string,
): Promise<void> {
  if (!(await waitsForInstance(systemDb)))
    throw new Error('This database does not wait for an instance. Nothing was changed.')
  const instance = await readInstance(systemDb)
  refuseOtherAccount(instance, await cards.account())
  const isOwn = id === instance.id
  if (!isOwn && !(await isOnAccount(cards, id)))
    throw new Error(`The account has no payment of ${id}. Nothing was changed.`)
  await inTransaction(systemDb, async (tx) => {
    if (!isOwn && (await tx.one(sql`select from payment_attempt limit 1`)))
      throw new Error('This database has payments of its own. Nothing was changed.')
    await tx.run(sql`update portal_instance set id = ${id}`)
    await tx.run(sql`delete from charging_stop where kind = 'new_instance'`)
    if (!isOwn)
      await pauseAutomaticCharging(
        tx,
        `The database continues ${id}, whose payments it may not know`,
      )
  })
}

async function isOnAccount(cards: CardProvider, id: string): Promise<boolean> {
  for await (const { instance } of cards.listIntents({ since: null }))
    if (instance === id) return true
  return false
}
