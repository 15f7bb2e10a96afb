import sql from 'sql-template-tag'
import type { EventData, EventType } from '@portal/domain/integration/events.schema'
import type { Tx } from './database.ts'

/** Where events stand that belong to no company. */
export const noCompany = '-'

type CompanyEventType = {
  [T in EventType]: EventData[T] extends { crmId: string } ? T : never
}[EventType]

/** What happened in a company; its account and CRM id are filled in. */
interface CompanyEvent<T extends CompanyEventType> {
  accountId: string
  type: T
  data: Omit<EventData[T], 'accountId' | 'crmId'> & { crmId?: string }
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
  const whole = accountId === null ? data : { accountId, crmId: accountId, ...data }
  await tx.run(sql`
    insert into outbox_event (account_id, type, data)
    values (${accountId ?? noCompany}, ${type}, ${JSON.stringify(whole, wellFormed)}::jsonb)`)
}

/** Half of a sign, as some text of a customer may end in, is no JSON to PostgreSQL. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString() : value
