import sql from 'sql-template-tag'
import type { EventData, EventType } from '@portal/domain/integration/event-data.schema'
import type { Tx } from './database.ts'

/** Where events stand that belong to no company. */
export const noCompany = '-'

type CompanyEventType = {
  [T in EventType]: EventData[T] extends { crmId: string } ? T : never
}[EventType]

/** What happened in a company; its account and CRM id are filled in. */
type CompanyData<T extends CompanyEventType> = Omit<EventData[T], 'accountId' | 'crmId'> & {
  crmId?: string
}

interface CompanyEvent<T extends CompanyEventType> {
  accountId: string
  type: T
  data: CompanyData<T>
}

/** What happened to nobody's company: a visitor's purchase. */
interface VisitorEvent<T extends Exclude<EventType, CompanyEventType>> {
  accountId: null
  type: T
  data: EventData[T]
}

/**
 * Tells the provider's systems what happened, in the transaction of the change: both are kept or neither is.
 * The worker delivers it afterwards, in order within a company, as often as it takes.
 */
export function publishEvent<T extends CompanyEventType>(
  tx: Tx,
  event: CompanyEvent<T>,
): Promise<void>
export function publishEvent<T extends Exclude<EventType, CompanyEventType>>(
  tx: Tx,
  event: VisitorEvent<T>,
): Promise<void>
export async function publishEvent(
  tx: Tx,
  { accountId, type, data }: { accountId: string | null; type: EventType; data: object },
): Promise<void> {
  await insertEvents(tx, accountId, type, [data])
}

/** The same for many changes of one kind that are made together in a company, in their order. */
export function publishEvents<T extends CompanyEventType>(
  tx: Tx,
  accountId: string,
  type: T,
  data: readonly CompanyData<T>[],
): Promise<void> {
  return insertEvents(tx, accountId, type, data)
}

async function insertEvents(
  tx: Tx,
  accountId: string | null,
  type: EventType,
  data: readonly object[],
): Promise<void> {
  const whole = data.map((one) =>
    accountId === null ? one : { accountId, crmId: accountId, ...one },
  )
  await tx.run(sql`
    insert into outbox_event (account_id, type, data)
    select ${accountId ?? noCompany}, ${type}, data
      from jsonb_array_elements(${wellFormedJson(whole)}::jsonb) with ordinality as event (data, nth)
     order by nth`)
}

/** Half of a sign, as some text of a customer may end in, is no JSON to PostgreSQL; rare, so it is looked for first. */
function wellFormedJson(data: readonly object[]): string {
  const json = JSON.stringify(data)
  if (!json.includes('\\ud')) return json
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
