import sql from 'sql-template-tag'
import { Fault, textCell, type ReadCell } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { isJsonObject, optional, required } from '../record-shape.ts'
import { accountId, instantOrDay, key, oneOf, text, wholeNumber } from '../values.ts'

/** Document 2, section 3, in its order; the last three are there when an item is read back. */
const itemFields = [
  'networkId',
  'networkName',
  'dateRequired',
  'customerOrderRequestTypeId',
  'productSku',
  'exchangeList',
  'userName',
  'oldUserName',
  'exchangeFlavor',
  'ipAddress',
  'oldIPAddress',
  'fixAdapterType',
  'countryCode',
  'postalCode',
  'city',
  'state',
  'oldNetworkName',
  'cancelReason',
  'id',
  'customerOrderId',
  'productName',
]
const itemText = text(10_000)
// 1 Add, 2 Cancel, 3 Change.
const requestType = wholeNumber(1, 3)

/** An item's fields as they came; blanks and nulls are kept, for they are part of what was ordered. */
const item: ReadCell = (value) => {
  if (!isJsonObject(value)) return new Fault('is not an object')
  const unknown = Object.keys(value).find((name) => !itemFields.includes(name))
  if (unknown !== undefined) return new Fault(`holds an unknown field, ${unknown}`)
  const kept: Record<string, unknown> = {}
  for (const name of itemFields) {
    const part = value[name]
    if (part === undefined) continue
    const fault = itemFault(name, part)
    if (fault) return new Fault(`${name} ${fault.reason}`)
    kept[name] = part
  }
  return textCell(JSON.stringify(kept))
}

function itemFault(name: string, part: unknown): Fault | undefined {
  if (part === null) return undefined
  const cell =
    name === 'customerOrderRequestTypeId'
      ? requestType(part)
      : itemText(typeof part === 'number' ? String(part) : part)
  return cell instanceof Fault ? cell : undefined
}

export const licenseOrder: Kind = {
  record: 'licenseOrder',
  noun: ['license order', 'license orders'],
  table: 'import_license',
  key: { sql: 'external_id', field: 'id' },
  fields: {
    id: required('external_id text', key(64)),
    accountId: required('account_id text', accountId),
    status: required('status text', oneOf(['Draft', 'Submitted'])),
    createdDate: required('created_at timestamptz', instantOrDay),
    requestorName: optional('requestor_name text', text(300)),
    crmId: optional('crm_id text', text(64)),
    notes: optional('notes text', text(10_000)),
  },
  lists: { lineItems: { table: 'import_license_line', item: required('item jsonb', item) } },
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'id', 'belongs to another company: ' || o.account_id
        from import_license s join license_order o using (external_id)
       where o.account_id <> s.account_id`,
  ],
  merge: [
    sql`
      update import_license s
         set verdict = coalesce(
               (select case when o.record_digest = s.digest or c.order_id is not null
                            then 'unchanged' else 'updated' end
                  from license_order o
                  left join license_order_consent c on c.account_id = o.account_id and c.order_id = o.id
                 where o.account_id = s.account_id and o.external_id = s.external_id),
               'inserted')
       where s.verdict is null`,
    // What the customer submitted in the portal stays as it was accepted; nothing goes back to being a draft.
    sql`
      insert into license_order (
             account_id, external_id, status, created_at, requestor_name, crm_id, notes, submitted_at,
             record_digest)
      select account_id, external_id, status, created_at, requestor_name, crm_id, notes,
             case when status = 'Submitted' then created_at end, digest
        from import_license
       where verdict in ('inserted', 'updated')
          on conflict (account_id, external_id) do update
         set status = case when license_order.status = 'Submitted' then 'Submitted' else excluded.status end,
             created_at = excluded.created_at, requestor_name = excluded.requestor_name,
             crm_id = excluded.crm_id, notes = excluded.notes, record_digest = excluded.record_digest,
             submitted_at = coalesce(license_order.submitted_at, excluded.submitted_at),
             version = license_order.version + 1`,
    sql`
      delete from license_order_line l
       using import_license s
        join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
       where s.verdict = 'updated' and l.account_id = o.account_id and l.order_id = o.id`,
    sql`
      insert into license_order_line (account_id, order_id, line_no, item)
      select o.account_id, o.id, l.line_no, l.item
        from import_license s
        join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
        join import_license_line l on l.record = s.record
       where s.verdict in ('inserted', 'updated')`,
    sql`
      select derive_licenses(account_id)
        from import_license where verdict in ('inserted', 'updated') group by account_id`,
  ],
}
