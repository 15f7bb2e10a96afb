import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Database } from '../platform/database/database.ts'

/** A row that the log names by several ids over time, such as a payment or a mail. */
export interface Thing {
  kind: 'payment' | 'batch' | 'invoice' | 'order' | 'mail' | 'upload'
  title: string
  /** Null if it belongs to no company. */
  accountId: string | null
  id: string
  intentId?: string
  inLogs: Record<string, string>
}

export interface Moment {
  at: Date
  source: 'database' | 'history' | 'event' | 'mail' | 'card provider'
  text: string
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the things that have this id, or that a request with this id started, of any company or of the given one. */
export async function findThings(
  db: Database,
  id: string,
  accountId: string | undefined,
): Promise<Thing[]> {
  const company = accountId === undefined ? empty : sql` and account_id = ${accountId}`
  const isUuid = uuid.test(id)
  const found = [
    ...(await findPayments(
      db,
      isUuid
        ? sql`(id = ${id} or batch_id = ${id})${company}`
        : sql`(invoice_number = ${id} or intent_id = ${id} or request_id = ${id})${company}`,
    )),
    ...(isUuid ? await findBatches(db, sql`id = ${id}${company}`) : []),
    ...(isUuid ? await findMailsAndUploads(db, id, company) : []),
    ...(isUuid ? [] : await findInvoices(db, sql`invoice_number = ${id}${company}`)),
    ...(/^P-\d{1,18}$/.test(id) ? await findOrders(db, sql`portal_id = ${id}${company}`) : []),
  ]
  return found
}

async function findPayments(db: Database, where: Sql): Promise<Thing[]> {
  const { rows } = await db.query<{
    accountId: string
    id: string
    invoiceNumber: string
    intentId: string | null
    requestId: string | null
    batchId: string | null
  }>(sql`
    select account_id as "accountId", id, invoice_number as "invoiceNumber", intent_id as "intentId",
           request_id as "requestId", batch_id as "batchId"
      from payment_attempt where ${where} order by created_at, id limit 100`)
  return rows.map(({ accountId, id, invoiceNumber, intentId, requestId, batchId }) => ({
    kind: 'payment',
    title: `Payment ${id} of invoice ${invoiceNumber}`,
    accountId,
    id,
    ...(intentId && { intentId }),
    inLogs: {
      attemptId: id,
      ...(intentId && { intentId }),
      ...(requestId && { requestId }),
      ...(batchId && { batchId }),
    },
  }))
}

async function findBatches(db: Database, where: Sql): Promise<Thing[]> {
  const { rows } = await db.query<{ accountId: string; id: string }>(sql`
    select account_id as "accountId", id from payment_batch where ${where}`)
  return rows.map(({ accountId, id }) => ({
    kind: 'batch',
    title: `Payment of several invoices ${id}`,
    accountId,
    id,
    inLogs: { batchId: id },
  }))
}

async function findInvoices(db: Database, where: Sql): Promise<Thing[]> {
  const { rows } = await db.query<{ accountId: string; id: string; number: string }>(sql`
    select account_id as "accountId", id::text as id, invoice_number as number from invoice where ${where}`)
  return rows.map(({ accountId, id, number }) => ({
    kind: 'invoice',
    title: `Invoice ${number}`,
    accountId,
    id,
    inLogs: { invoiceNumber: number },
  }))
}

async function findOrders(db: Database, where: Sql): Promise<Thing[]> {
  const { rows } = await db.query<{ accountId: string; id: string; portalId: string }>(sql`
    select account_id as "accountId", id::text as id, portal_id as "portalId" from license_order where ${where}`)
  return rows.map(({ accountId, id, portalId }) => ({
    kind: 'order',
    title: `Order ${portalId}`,
    accountId,
    id,
    inLogs: { orderId: portalId },
  }))
}

async function findMailsAndUploads(db: Database, id: string, company: Sql): Promise<Thing[]> {
  const { rows: mails } = await db.query<{ accountId: string; kind: string }>(sql`
    select account_id as "accountId", kind from mail where id = ${id}${company}`)
  const { rows: uploads } = await db.query(sql`select from record_upload where id = ${id}`)
  return [
    ...mails.map(({ accountId, kind }) => ({
      kind: 'mail' as const,
      title: `Mail ${id} (${kind})`,
      accountId,
      id,
      inLogs: { mailId: id },
    })),
    ...uploads.map(() => ({
      kind: 'upload' as const,
      title: `Upload ${id}`,
      accountId: null,
      id,
      inLogs: { uploadId: id },
    })),
  ]
}

/** Returns everything that the database knows about a thing, oldest first. */
export async function lifeOf(db: Database, thing: Thing): Promise<Moment[]> {
  const statements = lives[thing.kind](thing)
  const moments: Moment[] = []
  for (const [source, statement] of statements) {
    const { rows } = await db.query<{ at: Date | null; text: string | null }>(statement)
    for (const { at, text } of rows) if (at && text) moments.push({ at, source, text })
  }
  return moments.sort((a, b) => a.at.getTime() - b.at.getTime())
}

type Life = (thing: Thing) => [Moment['source'], Sql][]

/** Payments are in US dollars. */
const dollars = raw(`trim(to_char(amount_cents / 100.0, 'FM999,999,999,990.00'))`)

const mailsAbout = (accountId: string | null, words: Sql): [Moment['source'], Sql][] => [
  [
    'mail',
    sql`select created_at as at, kind || ' ' || id || ' was queued' as text
          from mail where account_id = ${accountId} and ${words}`,
  ],
  [
    'mail',
    sql`select coalesce(sent_at, given_up_at, created_at) as at,
               kind || ' ' || id || case when sent_at is not null then ' was sent'
                 else ' is not sent after ' || tries || ' tries: ' || coalesce(last_error, 'waiting') end as text
          from mail where account_id = ${accountId} and ${words}`,
  ],
]

const eventsOf = (accountId: string | null, words: Sql): [Moment['source'], Sql][] => [
  [
    'event',
    sql`select created_at as at, type || coalesce(', position ' || position, '') || case
                 when delivered_at is not null then ', delivered ' || to_char(delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                 when skipped_at is not null then ', skipped' else ', waits for delivery or for EVENTS_URL' end as text
          from outbox_event where account_id = ${accountId} and ${words}`,
  ],
]

const lives: Record<Thing['kind'], Life> = {
  payment: ({ accountId, id, intentId }) => {
    const row = sql`from payment_attempt where account_id = ${accountId} and id = ${id}`
    return [
      [
        'database',
        sql`select created_at as at, 'opened by ' || actor_name || coalesce(' (user ' || actor_id || ')', '') || ': ' ||
                   ${dollars} || ' ' || currency || case when is_adopted then ', found at the card provider' else '' end ||
                   coalesce(', by request ' || request_id, '') as text ${row}`,
      ],
      [
        'database',
        sql`select coalesce(settled_at, created_at) as at, 'is ' || state || coalesce(' (' || failure_code || '): ' || failure_message, '') ||
                   coalesce('. Needs a person: ' || needs_person, '') as text ${row}`,
      ],
      ['database', sql`select posted_at as at, 'is in the books of the provider' as text ${row}`],
      [
        'history',
        sql`select h.created_at as at, h.entry_type || ': ' || h.description as text
              from history_entry h where h.account_id = ${accountId} and h.payment_id = ${id}`,
      ],
      [
        'card provider',
        sql`select received_at as at, 'event ' || id || ' (' || type || '): ' || coalesce(outcome, 'kept, ' || problem) as text
              from provider_event where object_id = ${intentId ?? ''}`,
      ],
      [
        'card provider',
        sql`select went_back_at as at, 'refund ' || id || ' of ' || ${dollars} || ' is ' || state as text
              from payment_refund where account_id = ${accountId} and payment_id = ${id}`,
      ],
      [
        'card provider',
        sql`select created_at as at, 'dispute ' || id || ' of ' || ${dollars} || ' is ' || state as text
              from payment_dispute where account_id = ${accountId} and payment_id = ${id}`,
      ],
      ...eventsOf(accountId, sql`data ->> 'paymentId' = ${id}`),
      ...mailsAbout(accountId, sql`strpos(about, ${id}) > 0`),
    ]
  },
  batch: ({ accountId, id }) => {
    const row = sql`from payment_batch b where b.account_id = ${accountId} and b.id = ${id}`
    return [
      [
        'database',
        sql`select created_at as at, 'begun by ' || actor_name || coalesce(', AutoPay of ' || autopay_day, '') || ', ' ||
                   (select count(*) from payment_batch_item i where i.account_id = b.account_id and i.batch_id = b.id) || ' invoices' as text ${row}`,
      ],
      [
        'database',
        sql`select finished_at as at, 'ended' || coalesce(': ' || stopped, '') as text ${row}`,
      ],
      ...mailsAbout(accountId, sql`strpos(about, ${id}) > 0`),
    ]
  },
  invoice: ({ accountId, inLogs: { invoiceNumber } }) => [
    [
      'history',
      sql`select created_at as at, entry_type || ' by ' || actor_name || ': ' || description as text
            from history_entry
           where account_id = ${accountId} and strpos(description, ${invoiceNumber}) > 0
           order by created_at desc limit 200`,
    ],
    ...eventsOf(accountId, sql`data ->> 'invoiceNumber' = ${invoiceNumber}`),
  ],
  order: ({ accountId, id, inLogs: { orderId } }) => [
    [
      'database',
      sql`select created_at as at, 'begun by ' || requestor_name as text
            from license_order where account_id = ${accountId} and id = ${id}`,
    ],
    [
      'database',
      sql`select submitted_at as at, 'submitted' as text
            from license_order where account_id = ${accountId} and id = ${id}`,
    ],
    [
      'database',
      sql`select noted_at as at, case when line_id = 0 then '' else 'item ' || line_id || ' ' end || step || ' since ' ||
                 to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || coalesce(nullif(': ' || reason, ': '), '') as text
            from license_order_step where account_id = ${accountId} and order_id = ${id}`,
    ],
    ...eventsOf(accountId, sql`data ->> 'orderId' = ${orderId}`),
    ...mailsAbout(
      accountId,
      sql`(about = ${`license order ${id}`} or about like ${`license order ${id} %`})`,
    ),
  ],
  mail: ({ accountId, id }) => mailsAbout(accountId, sql`id = ${id}`),
  upload: ({ id }) => [
    [
      'database',
      sql`select u.created_at as at, 'received with the key ' || k.name || ' (' || k.prefix || '), ' || u.bytes || ' bytes' as text
            from record_upload u join api_key k on k.id = u.api_key_id where u.id = ${id}`,
    ],
    [
      'database',
      sql`select coalesce(finished_at, next_try_at) as at, 'is ' || state || ' after ' || tries || ' tries' ||
                 coalesce(', ' || (report ->> 'rejected') || ' records rejected', '') || coalesce(': ' || problem, '') as text
            from record_upload where id = ${id}`,
    ],
  ],
}
