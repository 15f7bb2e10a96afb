import type { FastifyPluginAsync } from 'fastify'
import sql, { empty } from 'sql-template-tag'
import {
  PaymentHistoryEntry,
  PaymentHistoryPage,
} from '@portal/domain/payments/payment-history.schema'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database/database.ts'
import { readInScope, scopeOf, type Scope } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

export const paymentHistoryRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.listPaymentHistory, async (request, reply) => {
    const scope = scopeOf(request)
    const [entries, total] = await readInScope(deps.db, scope, (tx) =>
      Promise.all([list(tx, scope, request.query), count(tx, scope, request.query)]),
    )
    reply.header('x-count', total)
    return entries
  })
}

type Row = Omit<PaymentHistoryEntry, 'createdDate'> & { createdAt: Date }

// Matches the definition of the index `history_of_payments`, which contains only these entries.
const ofPayments = (scope: Scope, { userFilter }: PaymentHistoryPage) => sql`
  h.account_id = ${scope.accountId} and h.category in ('Payment', 'Card')
  ${userFilter ? sql`and h.actor_id = ${userFilter}` : empty}
  ${scope.categoryIds ? sql`and ${isVisible(scope)}` : empty}`

/** Leaves out the payments that the list of payments does not show either. */
const isVisible = (scope: Scope) => sql`
  (h.payment_id is null or exists (
    select from payment_attempt p
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id ${visibleCategories(scope)}
     where p.account_id = ${scope.accountId} and p.id = h.payment_id))`

async function list(tx: Tx, scope: Scope, query: PaymentHistoryPage) {
  const { page, perPage, orderDescending } = query
  const order =
    orderDescending === 'false'
      ? sql`order by h.created_at, h.id`
      : sql`order by h.created_at desc, h.id desc`
  const rows = await tx.query<Row>(sql`
    select h.id::text as id, h.created_at as "createdAt", h.actor_name as "userName",
           h.ip_address as "ipAddress", h.entry_type as "entryType", h.description,
           h.payment_id as "paymentId"
      from history_entry h where ${ofPayments(scope, query)} ${order}
     limit ${perPage} offset ${(page - 1) * perPage}`)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() }))
}

async function count(tx: Tx, scope: Scope, query: PaymentHistoryPage): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql`select count(*) as total from history_entry h where ${ofPayments(scope, query)}`,
  )
  return row?.total ?? 0
}
