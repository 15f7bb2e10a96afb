import sql, { type Sql } from 'sql-template-tag'
import { orderSteps } from '@portal/domain/licenses/order-steps'
import type { ValueType } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required, type JsonObject, type Sentence } from '../record-shape.ts'
import {
  accountId,
  instant,
  instantOrDay,
  key,
  oneOf,
  portalLike,
  portalId,
  text,
  wholeNumber,
} from '../values.ts'
import { dateCopies, datedOrders, extractChecks, keepExtracts, passOverStale } from './extracts.ts'
import { licenseOwners, rejectForeign } from './foreign.ts'
import { takeIdsOfAdded } from './license-ids.ts'
import {
  bindPortalOrders,
  mergeSteps,
  orderOfRecord,
  passOverFormerIds,
  portalOrderChecks,
  renameOrders,
  stepTable,
  withoutStep,
} from './order-steps.ts'

// The books may contain items from before the portal existed, so any text or number is accepted.
const plain = text(10_000)
const ordered: ValueType = {
  words: 'text or number, at most 10,000 characters',
  schema: { ...plain.schema, type: ['string', 'number'] },
  read: (value, currency) =>
    plain.read(typeof value === 'number' ? String(value) : value, currency),
}
const blankOrInstant: ValueType = {
  words: `${instantOrDay.words}, or blank`,
  schema: { ...instantOrDay.schema, pattern: `^$|${instantOrDay.schema.pattern}` },
  read: (value, currency) => (value === '' ? '' : instantOrDay.read(value, currency)),
}
const kept = (sentence: Sentence, type = ordered) => optional('', type, sentence, null)

/**
 * The fields of an item in the order of the specification. The license and the covered company are the portal's additions.
 * The last three fields are in items that the portal returns.
 */
const item = {
  networkId: kept('Number of the network.', { ...ordered, names: 'network' }),
  networkName: kept('Name of the network.'),
  dateRequired: kept('Day from which the change should apply, such as `2026-12-01`.'),
  customerOrderRequestTypeId: kept(
    'What the item does: 1 Add, 2 Cancel, 3 Change.',
    wholeNumber(1, 3),
  ),
  productSku: kept('The `productId` of the product.', { ...ordered, names: 'product' }),
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
  licenseId: kept(
    'The license that a Cancel or Change acts on, by any of its ids; absent: the one license in force that has the same product, network and user, and the same covered company if it is named. Of an Add: the license that it became, by the `licenseId` of its record.',
    { ...ordered, names: 'license' },
  ),
  coveredCompany: kept('Company that a subscription covers.'),
  id: kept('Your number of the item.'),
  customerOrderId: kept('Your number of the order of the item.'),
  productName: kept('Name of the product.'),
  status: kept(
    'How far you are with the item, if that differs from the order.',
    oneOf(['', 'Submitted', ...orderSteps]),
  ),
  statusReason: kept(
    'Why it has this status, worded for the customer; required for `Rejected`.',
    text(1000),
  ),
  statusDate: kept('As that of the order.', blankOrInstant),
}

/** Without a reason, customers would have to phone and ask. */
const rejectionHasReason = ({ status, statusReason }: JsonObject) =>
  status === 'Rejected' && (typeof statusReason !== 'string' || statusReason.trim() === '')
    ? { field: 'statusReason', reason: 'is missing: say why, the customer reads it' }
    : undefined

/**
 * A line that is sent again keeps its id, and so the license that it adds. The n-th line with a key is matched with the
 * n-th earlier line with that key; lines that a better key already matched are left out.
 */
const keepLines = (key: Sql) => sql`
  insert into import_license_kept (record, line_no, line_id, has_run)
  select fresh.record, fresh.line_no, stored.line_id, stored.has_run
    from (select record, line_no, key, row_number() over (partition by record, key order by line_no) as nth
            from (select l.record, l.line_no, ${key} as key
                    from import_license_line l
                    join import_license s on s.record = l.record
                   where s.verdict = 'updated'
                     and not exists (select from import_license_kept k
                                      where k.record = l.record and k.line_no = l.line_no)) lines) fresh
    join (select record, line_id, has_run, key, row_number() over (partition by record, key order by line_no) as nth
            from (select s.record, l.line_no, l.line_id, l.has_run, ${key} as key
                    from import_license s
                    join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
                    join license_order_line l on l.account_id = o.account_id and l.order_id = o.id
                   where s.verdict = 'updated'
                     and not exists (select from import_license_kept k where k.line_id = l.line_id)) lines) stored
      on stored.record = fresh.record and stored.key = fresh.key and stored.nth = fresh.nth`

/** Of an order that was submitted in the portal, only the license that an addition became is new information. */
const isAccepted = sql`
  exists (select from license_order_consent c
            join ${orderOfRecord} and c.account_id = o.account_id and c.order_id = o.id
           where l.item ->> 'customerOrderRequestTypeId' <> '1'
              or exists (select from license_order_line x
                           join license_alias a on a.account_id = x.account_id and a.alias = x.portal_id
                          where x.account_id = o.account_id and x.order_id = o.id and x.line_no = l.line_no
                            and a.said_by = 'record' and a.is_id = l.item ->> 'licenseId'))`

const rejectForeignLicenses = rejectForeign({
  from: sql`import_license_line l join import_license s on s.record = l.record where not ${isAccepted}`,
  field: sql`'lineItems[' || l.line_no - 1 || '].licenseId'`,
  value: sql`l.item ->> 'licenseId'`,
  owners: licenseOwners,
  unchanged: sql`import_license s join license_order o using (account_id, external_id) where o.record_digest = s.digest`,
  stored: sql`select s.record, x.license_id as value
                from import_license s join license_order o using (account_id, external_id)
                join license_order_line x on x.account_id = o.account_id and x.order_id = o.id`,
})

/** Without its own id, a record of a portal order could not be assigned to an order. */
const hasOwnId = ({ id }: JsonObject) =>
  typeof id === 'string' && portalLike.test(id)
    ? { field: 'id', reason: 'is an id of the portal: send it as orderId, with an id of your own' }
    : undefined

export const licenseOrder: Kind = {
  record: 'licenseOrder',
  noun: ['license order', 'license orders'],
  table: 'import_license',
  scope: 'records:licenses',
  sentence: 'An order that adds, cancels or changes licenses.',
  rules: [
    'An id that belongs to an order of another company is rejected, and so is one that has the form of those of the portal, such as `P-79`.',
    'A submitted order never becomes a draft again.',
    'An order that the customer submitted in the portal stays as it was accepted; only its status, and that of its items, changes.',
    'To report the status of an order that was created in the portal (`recordId` of its event is null), send its `orderId` once with an id of your own; without it the order would count twice.',
    'Items of an order of the portal are matched by their position; without any, only the order gets the status.',
    'Without `asOf` a status only moves forward: Submitted, Accepted, Scheduled, then Provisioned or Rejected. With it, a newer record may also correct.',
    'A rejected order or item adds, cancels and changes no license. An item without a status of its own follows its order.',
    'The person who ordered gets an email about each new status, unless its `statusDate` is older than three days.',
    'A record whose `asOf` is older than the newest of its order changes nothing and counts as `stale`; once a record had it, all later ones need it.',
    'The licenses of a company whose `licensesBy` is not `records` are those of its submitted orders.',
    'An order that is sent with a new `id` and its `orderId`, with a newer `asOf`, has that id from then on: records of the former one are `stale`, and licenses that name it belong to the order.',
    'Items without a `licenseId` are matched again after each import of orders of the company, so the order of arrival does not matter. One that fits several licenses that differ has no effect, and neither does a Cancel that fits none; a Change that fits none adds a license.',
    'A license keeps its id when the order that added it is sent again: its item is matched by `id`, else by its content, else by product, network, user and covered company.',
    'An item that names a license of another company is rejected. One that the portal does not know is kept, unless it has the form of those of the portal. An unchanged record stays accepted, even if another company has the license since.',
    'An item with a `licenseId` that the company does not hold has no effect.',
  ],
  example: {
    id: 'LO-311',
    accountId: '10412',
    status: 'Submitted',
    createdDate: '2026-10-20T15:30:00Z',
    requestorName: 'Tom Whitfield',
    crmId: '10412',
    notes: 'Please before the end of the month.',
    orderId: null,
    statusReason: '',
    statusDate: '2026-10-20T15:30:00Z',
    asOf: '2026-10-20T16:00:00Z',
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
        licenseId: '',
        coveredCompany: '',
        id: '90311',
        customerOrderId: 'LO-311',
        productName: 'TT Gateway',
        status: 'Submitted',
        statusReason: '',
        statusDate: '',
      },
    ],
  },
  key: { sql: 'external_id', fields: ['id'] },
  fields: {
    id: required('external_id text', key(64, 'licenseOrder'), 'Your number of the order.'),
    accountId: required('account_id text', accountId, 'Company that orders.'),
    status: required(
      'status text',
      oneOf(['Draft', 'Submitted', ...orderSteps]),
      'Whether the order has been submitted, and how far you are with it.',
    ),
    createdDate: required(
      'created_at timestamptz',
      instantOrDay,
      'When it was created; for a submitted order, when it was submitted.',
    ),
    requestorName: optional('requestor_name text', text(300), 'Name of the person who ordered.'),
    crmId: optional(
      'crm_id text',
      text(64),
      'Account of the order in your CRM; absent: the `accountId`.',
    ),
    notes: optional('notes text', text(10_000), 'Notes on the order.'),
    orderId: optional(
      'order_id text',
      portalId,
      "The portal's id of the order, if it was created in the portal: the `orderId` of its event, such as `P-79`.",
      null,
    ),
    statusReason: optional(
      'step_reason text',
      text(1000),
      'Why it has this status, worded for the customer; required for `Rejected`.',
    ),
    statusDate: optional(
      'step_at timestamptz',
      instantOrDay,
      'Since when it has this status; for `Scheduled`, when it is planned. Absent: since the import.',
      null,
    ),
  },
  undigested: {
    asOf: optional(
      'as_of timestamptz',
      instant,
      'When your system wrote the record; absent: the time of the `header`.',
      null,
    ),
  },
  rule: (record) => hasOwnId(record) ?? rejectionHasReason(record),
  lists: {
    lineItems: {
      sentence: 'Ordered items; each is stored as sent, including blanks and nulls.',
      table: 'import_license_line',
      item,
      whole: 'item jsonb',
      rule: rejectionHasReason,
    },
  },
  prepare: [
    stepTable,
    sql`create temp table import_license_kept (record bigint, line_no int, line_id bigint, has_run boolean) on commit drop`,
  ],
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'id', 'belongs to another company: ' || o.account_id
        from import_license s
        join (select external_id, account_id from license_order
               union all
              select unnest(former_ids), account_id from license_order where former_ids <> '{}') o using (external_id)
       where o.account_id <> s.account_id`,
    ...portalOrderChecks,
    dateCopies(datedOrders),
    ...extractChecks(datedOrders),
  ],
  references: [passOverStale(datedOrders), passOverFormerIds, rejectForeignLicenses],
  merge: [
    bindPortalOrders,
    renameOrders,
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
    // An order that the customer submitted in the portal stays as it was submitted; a submitted order never becomes a
    // draft again.
    sql`
      insert into license_order (
             account_id, external_id, status, created_at, requestor_name, crm_id, notes, submitted_at,
             record_digest)
      select account_id, external_id, case status when 'Draft' then status else 'Submitted' end, created_at,
             requestor_name, crm_id, notes,
             case when status <> 'Draft' then least(created_at, portal_now()) end, digest
        from import_license
       where verdict in ('inserted', 'updated')
          on conflict (account_id, external_id) do update
         set status = case when license_order.status = 'Submitted' then 'Submitted' else excluded.status end,
             created_at = excluded.created_at, requestor_name = excluded.requestor_name,
             crm_id = excluded.crm_id, notes = excluded.notes, record_digest = excluded.record_digest,
             submitted_at = coalesce(license_order.submitted_at, excluded.submitted_at),
             version = license_order.version + 1, changed_by_name = null, changed_at = portal_now()`,
    ...[
      sql`nullif(item ->> 'id', '')`,
      sql`(${withoutStep(sql`item`)})::text`,
      sql`jsonb_build_array(item -> 'customerOrderRequestTypeId', item -> 'productSku', lower(item ->> 'networkName'),
                            lower(trim(item ->> 'userName')), item -> 'coveredCompany')::text`,
    ].map(keepLines),
    sql`
      delete from license_order_line l
       using import_license s
        join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
       where s.verdict = 'updated' and l.account_id = o.account_id and l.order_id = o.id`,
    sql`
      insert into license_order_line (account_id, order_id, line_no, line_id, item, license_id, has_run)
      select o.account_id, o.id, l.line_no,
             coalesce(kept.line_id, nextval(pg_get_serial_sequence('license_order_line', 'line_id'))),
             ${withoutStep(sql`l.item`)},
             nullif(l.item ->> 'licenseId', ''), coalesce(kept.has_run, false)
        from import_license s
        join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
        join import_license_line l on l.record = s.record
        left join import_license_kept kept on kept.record = l.record and kept.line_no = l.line_no
       where s.verdict in ('inserted', 'updated')
       order by l.record, l.line_no`,
    ...mergeSteps,
    ...takeIdsOfAdded,
    keepExtracts(datedOrders),
  ],
}
