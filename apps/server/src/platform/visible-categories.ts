import sql, { empty, type Sql } from 'sql-template-tag'
import type { Scope } from './scope.ts'

/** Only the user's categories; a super admin sees all. Every query of invoices uses this clause. */
export function visibleCategories({ categoryIds }: Pick<Scope, 'categoryIds'>): Sql {
  return categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty
}
