import sql from 'sql-template-tag'
import type { EventData, EventType } from '@portal/domain/integration/event-data.schema'
import { newestVersion } from '@portal/domain/integration/event-versions'
import type { Tx } from '../database/database.ts'
import { logStep, type StepFacts } from '../log/steps.ts'

/** The account id of events that belong to no company. */
export const noCompany = '-'

type CompanyEventType = {
  [T in EventType]: EventData[T] extends { crmId: string } ? T : never
}[EventType]

/** The data of a company's event, to which its account id and CRM id are added. */
type CompanyData<T extends CompanyEventType> = Omit<EventData[T], 'accountId' | 'crmId'> & {
  crmId?: string
}

interface CompanyEvent<T extends CompanyEventType> {
  accountId: string
  type: T
  data: CompanyData<T>
}

/** An event without a company: a visitor's purchase. */
interface VisitorEvent<T extends Exclude<EventType, CompanyEventType>> {
  accountId: null
  type: T
  data: EventData[T]
}

/**
 * Publishes an event to the provider's systems, in the transaction of the change: both are stored or neither is. The
 * worker delivers the event afterwards, in order within a company, with retries.
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

/** Like `publishEvent`, for many changes of one kind in a company, in order. */
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
    insert into outbox_event (account_id, type, version, data)
    select ${accountId ?? noCompany}, ${type}, ${newestVersion(type)}, data
      from jsonb_array_elements(${wellFormedJson(whole)}::jsonb) with ordinality as event (data, nth)
     order by nth`)
  tx.afterCommit(() => {
    for (const one of data) logStep(type, { accountId, ...idsOf(one) })
  })
}

/** The ids in the data of an event that log lines contain. */
interface IdsOfEvent {
  invoiceNumber?: string
  paymentId?: string
  providerPaymentId?: string
  batchId?: string
  orderId?: string
  failureCode?: string
  status?: string
}

const idsOf = (data: IdsOfEvent): StepFacts => ({
  ...(data.invoiceNumber && { invoiceNumber: data.invoiceNumber }),
  ...(data.paymentId && { attemptId: data.paymentId }),
  ...(data.providerPaymentId && { intentId: data.providerPaymentId }),
  ...(data.batchId && { batchId: data.batchId }),
  ...(data.orderId && { orderId: data.orderId }),
  ...((data.failureCode ?? data.status) && { code: data.failureCode ?? data.status }),
})

/**
 * Half a surrogate pair, which customer texts may end with, is invalid JSON for PostgreSQL. It is rare, so the text is
 * searched for it before anything is replaced.
 */
function wellFormedJson(data: readonly object[]): string {
  const json = JSON.stringify(data)
  if (!json.includes('\\ud')) return json
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
