import sql, { empty, type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'

/** Selects only the user's categories; a super admin sees all. Every query of invoices uses this condition. */
export function visibleCategories({ categoryIds }: Pick<Scope, 'categoryIds'>): Sql {
  return categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty
}

/** Returns true if there are categories of invoices that the reader may not see. */
export async function seesOnlySome(
  tx: Tx,
  { categoryIds }: Pick<Scope, 'categoryIds'>,
): Promise<boolean> {
  if (!categoryIds) return false
  const others = await tx.one<{ id: number }>(sql`
    select c.invoice_category_id as id from invoice_category c
     where c.invoice_category_id <> all (${categoryIds}) limit 1`)
  return others !== undefined
}
