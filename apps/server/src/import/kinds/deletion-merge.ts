import sql, { raw, type Sql } from 'sql-template-tag'
import { withCategories } from './category.ts'
import {
  datedInvoices,
  datedLicenses,
  datedOrders,
  keepExtractsOfDeleted,
  passOverStaleDeletions,
} from './extracts.ts'
import { noteRenamedOfDeleted } from './invoice-movements.ts'

const dated = [datedInvoices, datedLicenses, datedOrders]

/** Sets the verdict of deletions. `gone` is a statement that returns their `record`, and the company as `account_id`. */
const deletedBy = (gone: Sql): Sql => sql`
  with ${gone}
  update import_delete s set verdict = 'deleted', owner = gone.account_id
    from gone where s.record = gone.record and s.verdict is null`

/** Deletes the rows `t` that deletions name. */
const remove = (kind: string, table: string, isNamed: Sql, owner = sql`t.account_id`): Sql =>
  deletedBy(sql`gone as (
    delete from ${raw(table)} t using import_delete d
     where d.kind = ${kind} and d.verdict is null and ${isNamed}
 returning d.record, ${owner} as account_id)`)

const noCompany = sql`null::text`

/** Deletes existing rows; rows that are missing were deleted before. */
export const carryOutDeletions = [
  deletedBy(sql`named as (
      select d.record, d.as_of, u.account_id, u.id
        from import_delete d join portal_user u on address_key(u.email) = address_key(d.key)
       where d.kind = 'user'
       union all
      select d.record, d.as_of, u.account_id, u.id
        from import_delete d join portal_user u on address_key(d.key) = any (u.former_keys)
       where d.kind = 'user' and not exists (select from sign_in_directory o where o.email_key = address_key(d.key))),
    gone as (
      update portal_user u set deactivated_at = now(), books_deleted_at = now(), books_deleted_as_of = d.as_of
        from named d
       where u.account_id = d.account_id and u.id = d.id and u.deactivated_at is null
   returning d.record, u.account_id)`),
  ...dated.map(passOverStaleDeletions),
  noteRenamedOfDeleted,
  remove('invoice', 'invoice', sql`t.invoice_number = d.key`),
  remove('license', 'provided_license', sql`t.license_id = d.key`),
  remove('licenseOrder', 'license_order', sql`t.external_id = d.key`),
  ...dated.flatMap(keepExtractsOfDeleted),
  remove('equipmentRequest', 'equipment_request', sql`t.equipment_request_id = d.key`),
  remove(
    'externalRecipient',
    'external_recipient',
    sql`t.account_id = d.account_id and address_key(t.email) = address_key(d.key)`,
  ),
  remove('network', 'company_network', sql`t.network_id = d.key and t.account_id = d.account_id`),
  remove(
    'network',
    'shared_network',
    sql`t.network_id = d.key and d.account_id is null`,
    noCompany,
  ),
  remove('product', 'product', sql`t.product_id = d.key`, noCompany),
  remove('accreditationProduct', 'accreditation_product', sql`t.product_id = d.key`, noCompany),
  remove('bankAccount', 'bank_account', sql`t.key = d.key`, noCompany),
  // The category has no invoices, so its users lose no access.
  sql`
    delete from user_category h using import_delete d
     where d.kind = 'invoiceCategory' and h.invoice_category_id::text = d.key`,
  ...withCategories.map(
    (table) => sql`
      update ${raw(table)} i set invoice_category_ids = array_remove(i.invoice_category_ids, d.key::int)
        from import_delete d
       where d.kind = 'invoiceCategory' and d.key = any (i.invoice_category_ids::text[])`,
  ),
  remove(
    'invoiceCategory',
    'invoice_category',
    sql`t.invoice_category_id::text = d.key`,
    noCompany,
  ),
  sql`
    update import_delete set verdict = 'unchanged' where verdict is null`,
]
