import sql from 'sql-template-tag'
import type { ValueType } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required, type Sentence } from '../record-shape.ts'
import { accountId, instantOrDay, key, oneOf, text, wholeNumber } from '../values.ts'

// What books hold in an item is older than the portal's rules for it, so any text or number is kept.
const plain = text(10_000)
const ordered: ValueType = {
  words: 'text or number, at most 10,000 characters',
  schema: { ...plain.schema, type: ['string', 'number'] },
  read: (value, currency) =>
    plain.read(typeof value === 'number' ? String(value) : value, currency),
}
const kept = (sentence: Sentence, type = ordered) => optional('', type, sentence, null)

/** Document 2, section 3, in its order; the last three are there when an item is read back. */
const item = {
  networkId: kept('Number of the network.'),
  networkName: kept('Name of the network.'),
  dateRequired: kept('Day from which the change is wanted, such as `2026-12-01`.'),
  customerOrderRequestTypeId: kept(
    'What the item does: 1 Add, 2 Cancel, 3 Change.',
    wholeNumber(1, 3),
  ),
  productSku: kept('The `productId` of the product.'),
  exchangeList: kept('Exchanges.'),
  userName: kept('User of the license.'),
  oldUserName: kept('User before a change.'),
  exchangeFlavor: kept('Flavor of the exchange.'),
  ipAddress: kept('IP address.'),
  oldIPAddress: kept('IP address before a change.'),
  fixAdapterType: kept('Type of the FIX adapter.'),
  countryCode: kept('Country.'),
  postalCode: kept('Postal code.'),
  city: kept('City.'),
  state: kept('State or region.'),
  oldNetworkName: kept('Name of the network before a change.'),
  cancelReason: kept('Why a license is canceled.'),
  id: kept('Your number of the item.'),
  customerOrderId: kept('Your number of the order of the item.'),
  productName: kept('Name of the product.'),
}

export const licenseOrder: Kind = {
  record: 'licenseOrder',
  noun: ['license order', 'license orders'],
  table: 'import_license',
  sentence: 'An order that adds, cancels or changes licenses.',
  rules: [
    'An id that belongs to an order of another company is rejected.',
    'A submitted order never becomes a draft again.',
    'An order that the customer submitted in the portal stays as it was accepted.',
    'Do not send an order that was made in the portal (`recordId` of its event is null): it would count twice.',
    'The licenses of a company are derived from its submitted orders.',
  ],
  example: {
    id: 'LO-311',
    accountId: '10412',
    status: 'Submitted',
    createdDate: '2026-10-20T15:30:00Z',
    requestorName: 'Tom Whitfield',
    crmId: '10412',
    notes: 'Please before the end of the month.',
    lineItems: [
      {
        networkId: 'N-CME',
        networkName: 'CME',
        dateRequired: '2026-11-01',
        customerOrderRequestTypeId: 1,
        productSku: '10085',
        exchangeList: 'CME, CBOT',
        userName: 'tjones',
        oldUserName: '',
        exchangeFlavor: '',
        ipAddress: '192.0.2.17',
        oldIPAddress: '',
        fixAdapterType: '',
        countryCode: 'US',
        postalCode: '60606',
        city: 'Chicago',
        state: 'IL',
        oldNetworkName: '',
        cancelReason: '',
        id: '90311',
        customerOrderId: 'LO-311',
        productName: 'TT Gateway',
      },
    ],
  },
  key: { sql: 'external_id', fields: ['id'] },
  fields: {
    id: required('external_id text', key(64), 'Your number of the order.'),
    accountId: required('account_id text', accountId, 'Company that orders.'),
    status: required(
      'status text',
      oneOf(['Draft', 'Submitted']),
      'Whether the order has been submitted.',
    ),
    createdDate: required(
      'created_at timestamptz',
      instantOrDay,
      'When it was made; for a submitted one, when it was submitted.',
    ),
    requestorName: optional('requestor_name text', text(300), 'Name of the person who ordered.'),
    crmId: optional(
      'crm_id text',
      text(64),
      'Account of the order in your CRM; absent: the `accountId`.',
    ),
    notes: optional('notes text', text(10_000), 'Notes on the order.'),
  },
  lists: {
    lineItems: {
      sentence: 'What is ordered; each item is kept as it was sent, blanks and nulls too.',
      table: 'import_license_line',
      item,
      whole: 'item jsonb',
    },
  },
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
