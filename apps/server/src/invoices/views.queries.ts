import sql from 'sql-template-tag'
import { Value } from 'typebox/value'
import { ViewSearch, type InvoiceView } from '@portal/domain/invoices/views.schema'
import { changedViews, viewNameKey, type ViewsChange } from '@portal/domain/invoices/views'
import type { Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { takeTurn } from '../platform/database/take-turn.ts'

/** Returns the user's views of the company's invoice list, in their order. */
export async function listViews(tx: Tx, scope: Scope): Promise<InvoiceView[]> {
  const rows = await tx.query<Omit<InvoiceView, 'search'> & { search: object }>(sql`
    select id, name, search, is_default as "isDefault" from invoice_view
     where account_id = ${scope.accountId} and person_id = ${scope.actor.userId}
     order by place`)
  return rows.map((row) => ({ ...row, search: readSearch(row.search) }))
}

/** Returns those stored parameters that are still valid. */
function readSearch(stored: object): ViewSearch {
  const valid = Object.entries(stored).filter(([name, value]) =>
    Value.Check(ViewSearch, { [name]: value }),
  )
  return Object.fromEntries(valid)
}

/**
 * Changes the user's views and returns all of them. Changes run one at a time, each on the result of the previous one, so
 * that a view that another tab has just saved is kept.
 */
export async function changeViews(
  tx: Tx,
  scope: Scope,
  asked: ViewsChange,
): Promise<InvoiceView[]> {
  const { accountId, actor } = scope
  await takeTurn(tx, `views of ${actor.userId} in`, accountId)
  const result = changedViews(await listViews(tx, scope), asked)
  if (result === 'gone') throw new Refusal(404, 'This view no longer exists.')
  if ('refusal' in result) throw new Refusal(409, result.refusal)
  const views = [...result.views]
  await tx.run(sql`
    delete from invoice_view where account_id = ${accountId} and person_id = ${actor.userId}`)
  const each = <T>(of: (view: InvoiceView) => T) => views.map(of)
  await tx.run(sql`
    insert into invoice_view (account_id, person_id, id, place, name, name_key, search, is_default)
    select ${accountId}, ${actor.userId}, id, place, name, name_key, search::jsonb, is_default
      from unnest(${each(({ id }) => id)}::uuid[], ${each(({ name }) => name)}::text[],
                  ${each(({ name }) => viewNameKey(name))}::text[],
                  ${each(({ search }) => JSON.stringify(search))}::text[],
                  ${each(({ isDefault }) => isDefault)}::boolean[])
           with ordinality as view (id, name, name_key, search, is_default, place)`)
  return views
}
