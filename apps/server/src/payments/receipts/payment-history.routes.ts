import type { FastifyPluginAsync } from 'fastify'
import sql, { empty } from 'sql-template-tag'
import {
  PaymentHistoryEntry,
  PaymentHistoryPage,
} from '@portal/domain/payments/payment-history.schema'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database.ts'
import { readInScope, scopeOf } from '../../platform/scope.ts'
import { serve } from '../../platform/serve.ts'

export const paymentHistoryRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.listPaymentHistory, async (request, reply) => {
    const scope = scopeOf(request)
    const [entries, total] = await readInScope(deps.db, scope, (tx) =>
      Promise.all([
        list(tx, scope.accountId, request.query),
        count(tx, scope.accountId, request.query),
      ]),
    )
    reply.header('x-count', total)
    return entries
  })
}

type Row = Omit<PaymentHistoryEntry, 'createdDate'> & { createdAt: Date }

// Matches the definition of the index `history_of_payments`, which has these entries only.
const ofPayments = (accountId: string, { userFilter }: PaymentHistoryPage) => sql`
  h.account_id = ${accountId} and h.category in ('Payment', 'Card')
  ${userFilter ? sql`and h.actor_id = ${userFilter}` : empty}`

async function list(tx: Tx, accountId: string, query: PaymentHistoryPage) {
  const { page, perPage, orderDescending } = query
  const order =
    orderDescending === 'false'
      ? sql`order by h.created_at, h.id`
      : sql`order by h.created_at desc, h.id desc`
  const rows = await tx.query<Row>(sql`
    select h.id::text as id, h.created_at as "createdAt", h.actor_name as "userName",
           h.ip_address as "ipAddress", h.entry_type as "entryType", h.description,
           h.payment_id as "paymentId"
      from history_entry h where ${ofPayments(accountId, query)} ${order}
     limit ${perPage} offset ${(page - 1) * perPage}`)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() }))
}

async function count(tx: Tx, accountId: string, query: PaymentHistoryPage): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql`select count(*) as total from history_entry h where ${ofPayments(accountId, query)}`,
  )
  return row?.total ?? 0
}
