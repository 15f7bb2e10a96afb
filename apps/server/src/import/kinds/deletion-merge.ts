import sql from 'sql-template-tag'
import {
  datedInvoices,
  datedLicenses,
  datedOrders,
  keepExtractsOfDeleted,
  passOverStaleDeletions,
} from './extracts.ts'

/** Deletes existing rows; missing ones were deleted before. */
export const carryOutDeletions = [
  sql`
    with named as (
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
   returning d.record, u.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  passOverStaleDeletions(datedInvoices),
  passOverStaleDeletions(datedLicenses),
  passOverStaleDeletions(datedOrders),
  sql`
    with gone as (
      delete from invoice i using import_delete d
       where d.kind = 'invoice' and i.invoice_number = d.key and d.verdict is null
   returning d.record, i.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  ...keepExtractsOfDeleted(datedInvoices),
  sql`
    with gone as (
      delete from provided_license l using import_delete d
       where d.kind = 'license' and l.license_id = d.key and d.verdict is null
   returning d.record, l.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  ...keepExtractsOfDeleted(datedLicenses),
  sql`
    with gone as (
      delete from license_order o using import_delete d
       where d.kind = 'licenseOrder' and o.external_id = d.key and d.verdict is null
   returning d.record, o.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  ...keepExtractsOfDeleted(datedOrders),
  sql`
    with gone as (
      delete from equipment_request e using import_delete d
       where d.kind = 'equipmentRequest' and e.equipment_request_id = d.key
   returning d.record, e.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    with gone as (
      delete from external_recipient r using import_delete d
       where d.kind = 'externalRecipient' and r.account_id = d.account_id and address_key(r.email) = address_key(d.key)
   returning d.record, r.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    with gone as (
      delete from company_network n using import_delete d
       where d.kind = 'network' and n.network_id = d.key and n.account_id = d.account_id
   returning d.record, n.account_id)
    update import_delete s set verdict = 'deleted', owner = gone.account_id
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    with gone as (
      delete from shared_network n using import_delete d
       where d.kind = 'network' and n.network_id = d.key and d.account_id is null
   returning d.record)
    update import_delete s set verdict = 'deleted'
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    with gone as (
      delete from product p using import_delete d
       where d.kind = 'product' and p.product_id = d.key
   returning d.record)
    update import_delete s set verdict = 'deleted'
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    with gone as (
      delete from accreditation_product p using import_delete d
       where d.kind = 'accreditationProduct' and p.product_id = d.key
   returning d.record)
    update import_delete s set verdict = 'deleted'
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    with gone as (
      delete from bank_account b using import_delete d
       where d.kind = 'bankAccount' and b.key = d.key
   returning d.record)
    update import_delete s set verdict = 'deleted'
      from gone where s.record = gone.record and s.verdict is null`,
  // The category has no invoices; its users lose no access.
  sql`
    delete from user_category h using import_delete d
     where d.kind = 'invoiceCategory' and h.invoice_category_id::text = d.key`,
  sql`
    update invite i set invoice_category_ids = array_remove(i.invoice_category_ids, d.key::int)
      from import_delete d
     where d.kind = 'invoiceCategory' and d.key = any (i.invoice_category_ids::text[])`,
  sql`
    with gone as (
      delete from invoice_category c using import_delete d
       where d.kind = 'invoiceCategory' and c.invoice_category_id::text = d.key
   returning d.record)
    update import_delete s set verdict = 'deleted'
      from gone where s.record = gone.record and s.verdict is null`,
  sql`
    update import_delete set verdict = 'unchanged' where verdict is null`,
]
