import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required, type JsonObject } from '../record-shape.ts'
import { accountId, instant, key, oneOf } from '../values.ts'
import { carryOutDeletions } from './deletion-merge.ts'
import { datedInvoices, datedLicenses, datedOrders, deletionExtractChecks } from './extracts.ts'

/** Kinds whose key is unique per company; their deletions need the accountId. */
export const keyedByCompany = ['network', 'externalRecipient']
const deletable = [
  'user',
  'invoiceCategory',
  'invoice',
  'license',
  'product',
  'licenseOrder',
  'equipmentRequest',
  'accreditationProduct',
  'bankAccount',
  ...keyedByCompany,
]

function keyRule({ kind, key: named, accountId: of }: JsonObject) {
  if (kind === 'invoiceCategory' && !/^[1-9]\d{0,8}$/.test(String(named)))
    return { field: 'key', reason: 'is not the number of a category' }
  if (of && !keyedByCompany.includes(String(kind)))
    return { field: 'accountId', reason: `is not part of the key of ${String(kind)}` }
  if (!of && kind === 'externalRecipient') return { field: 'accountId', reason: 'is missing' }
  return undefined
}

/**
 * Records that the books no longer have. Users are deactivated instead of deleted; companies stay, because their history does.
 */
export const deletion: Kind = {
  record: 'delete',
  table: 'import_delete',
  scope: 'ofDeleted',
  sentence: 'Deletes a record that your books no longer have.',
  rules: [
    'A missing record counts as `unchanged`.',
    'A deleted user is deactivated; the history keeps the person. A deletion by a former address counts while no user has the address.',
    'Not deleted: an invoice with card payments, a request that the customer approved or cancelled, an order that the customer submitted in the portal, a category with invoices.',
    'An import cannot both delete and send the same record.',
    'Once a record of an invoice, a license or a license order had `asOf`, its deletion needs it too.',
    'The key of a `bankAccount` is its `subsidiary`, a space, and its `currencyIsoCode`; only the currency if it has no subsidiary.',
  ],
  example: { kind: 'network', key: 'N-OLD', accountId: '10412', asOf: '2026-11-01T02:00:00Z' },
  key: { sql: 'kind, key, account_id', fields: ['key', 'kind', 'accountId'] },
  fields: {
    kind: required('kind text', oneOf(deletable), 'Kind of the record.'),
    key: required('key text', key(304), 'The value of its key field.'),
    accountId: optional(
      'account_id text',
      accountId,
      'Required for `externalRecipient`; for `network` if its record has one; for no other kind.',
      null,
    ),
  },
  undigested: {
    asOf: optional(
      'as_of timestamptz',
      instant,
      'As in an invoice, a license, a license order or a user; the other kinds do not use it.',
      null,
    ),
  },
  rule: keyRule,
  extraColumns: ['owner text'],
  checks: [
    ...deletionExtractChecks([datedInvoices, datedLicenses, datedOrders]),
    sql`
      insert into import_reject (record, field, reason, other)
      select d.record, 'key', 'is also sent as a record:', s.record
        from import_delete d
        join (select record, 'user' as kind, address_key(email) as key, null as account_id from import_user
              union all select record, 'invoiceCategory', invoice_category_id::text, null from import_category
              union all select record, 'invoice', invoice_number, null from import_invoice
              union all select record, 'license', license_id, null from import_provided_license
              union all select record, 'product', product_id, null from import_product
              union all select record, 'licenseOrder', external_id, null from import_license
              union all select record, 'equipmentRequest', equipment_request_id, null from import_equipment
              union all select record, 'accreditationProduct', product_id, null
                          from import_accreditation_product
              union all select record, 'bankAccount', key, null from import_bank_account
              union all select record, 'network', network_id, account_id from import_network
              union all select record, 'externalRecipient', address_key(email), account_id from import_recipient
             ) s on s.kind = d.kind and s.account_id is not distinct from d.account_id
                and s.key = case when d.kind in ('user', 'externalRecipient') then address_key(d.key) else d.key end`,
    sql`
      insert into import_reject (record, field, reason)
      select d.record, 'key', 'has card payments, which are kept'
        from import_delete d join invoice i on i.invoice_number = d.key
       where d.kind = 'invoice'
         and (exists (select from payment_attempt a where a.account_id = i.account_id and a.invoice_id = i.id)
           or exists (select from payment_batch_item b where b.account_id = i.account_id and b.invoice_id = i.id))`,
    sql`
      insert into import_reject (record, field, reason)
      select d.record, 'key', 'has been approved or cancelled by the customer, which is kept'
        from import_delete d join equipment_request e on e.equipment_request_id = d.key
       where d.kind = 'equipmentRequest'
         and exists (select from equipment_decision n
                      where n.account_id = e.account_id and n.equipment_request_id = e.equipment_request_id)`,
    sql`
      insert into import_reject (record, field, reason)
      select d.record, 'key', 'was submitted by the customer in the portal, which is kept'
        from import_delete d join license_order o on o.external_id = d.key
        join license_order_consent c on c.account_id = o.account_id and c.order_id = o.id
       where d.kind = 'licenseOrder'`,
    sql`
      insert into import_reject (record, field, reason)
      select d.record, 'key', 'has invoices'
        from import_delete d join invoice_category c on c.invoice_category_id::text = d.key
       where d.kind = 'invoiceCategory'
         and (exists (select from invoice i where i.invoice_category_id = c.invoice_category_id)
           or exists (select from import_invoice s where s.category_name = c.name))`,
  ],
  merge: carryOutDeletions,
}
