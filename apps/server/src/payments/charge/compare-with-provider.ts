import sql, { type Sql } from 'sql-template-tag'
import {
  alignmentOf as decide,
  listedSince,
  type AttemptRow,
} from '@portal/domain/payments/charge-comparison'
import { currentAccount } from '../../session/current-account.ts'
import { withAccount, type Database } from '../../platform/database/database.ts'
import { readInstanceId } from '../../platform/database/instance.ts'
import type { CardProvider, ProviderIntent } from '../../providers/cards/card-provider.ts'

/** A payment at the provider that is missing or different in the database. */
export interface Difference {
  intent: ProviderIntent
  /** Undefined if no attempt has the id. */
  row: Pick<AttemptRow, 'state' | 'intentId'> | undefined
}

/** The number of intents that one statement looks up. */
const chunkSize = 100

/**
 * Compares the provider's intents created since an instant, minus an hour because clocks differ, with the database. Only
 * intents of this instance count. Calls `onDifference` for each difference, newest first; each row is read after its
 * intent. Returns how many intents of this instance were compared.
 */
export async function compareWithProvider(
  systemDb: Database,
  cards: CardProvider,
  since: Date,
  onDifference: (difference: Difference) => Promise<void>,
): Promise<number> {
  const instance = await readInstanceId(systemDb)
  let compared = 0
  let chunk: ProviderIntent[] = []
  const compareChunk = async () => {
    for (const difference of await differencesOf(systemDb, chunk)) await onDifference(difference)
    compared += chunk.length
    chunk = []
  }
  for await (const intent of cards.listIntents({ since: hourBefore(since) })) {
    if (intent.instance !== instance) continue
    chunk.push({ ...intent, accountId: await currentAccount(systemDb, intent.accountId) })
    if (chunk.length === chunkSize) await compareChunk()
  }
  await compareChunk()
  return compared
}

/**
 * Returns the intents of one attempt, newest first; more than one is a defect. If the attempt's company is given, only
 * that company is read, so that any role may call this. An attempt that is unknown here is searched in the whole account.
 */
export async function findIntentsOf(
  db: Database,
  cards: CardProvider,
  attemptId: string,
  accountId?: string,
): Promise<Difference[]> {
  const read = readerOf(db, accountId)
  const [known] = await read<{ createdAt: Date; customerId: string | null }>(sql`
    select p.created_at as "createdAt", c.customer_id as "customerId"
      from payment_attempt p
      left join provider_customer c on c.account_id = p.account_id
                                   -- A merged company had its own customer, so the intents of all customers are listed.
                                   and not exists (select from former_company f where f.account_id = p.account_id)
     where p.id = ${attemptId}`)
  const since = known ? hourBefore(known.createdAt) : null
  const ofCustomer = accountId && known?.customerId ? { customerId: known.customerId } : {}
  const found: ProviderIntent[] = []
  for await (const intent of cards.listIntents({ since, ...ofCustomer }))
    if (intent.attemptId === attemptId)
      found.push({ ...intent, accountId: await currentAccount(db, intent.accountId) })
  return lookUp(read, found)
}

type Read = <Row extends object>(statement: Sql) => Promise<Row[]>

/** Reads all companies as portal_system, or one company as either role. */
const readerOf =
  (db: Database, accountId?: string): Read =>
  <Row extends object>(statement: Sql) =>
    accountId === undefined
      ? db.query(statement).then(({ rows }) => rows as Row[])
      : withAccount(db, accountId, (tx) => tx.query<Row & Record<string, unknown>>(statement))

const hourBefore = (instant: Date) => listedSince(instant.getTime())

async function differencesOf(systemDb: Database, intents: ProviderIntent[]): Promise<Difference[]> {
  return (await lookUp(readerOf(systemDb), intents)).filter(({ intent, row }) => {
    const { do: change } = decide(row, intent, 'reconciler')
    const isUnderWay = change === 'store' && row?.intentId === intent.id
    return change !== 'leave' && !isUnderWay
  })
}

async function lookUp(read: Read, intents: ProviderIntent[]): Promise<Difference[]> {
  const ids = intents.map(({ attemptId }) => attemptId)
  const rows = await read<AttemptRow>(sql`
    select id, intent_id as "intentId", amount_cents as "amountCents",
           case when state in ('succeeded', 'failed') then state else 'open' end as state
      from payment_attempt where id = any (${ids}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return intents.map((intent) => ({ intent, row: byId.get(intent.attemptId) }))
}
