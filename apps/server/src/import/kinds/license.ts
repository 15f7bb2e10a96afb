import sql, { raw } from 'sql-template-tag'
import { today } from '../../platform/database/today.ts'
import { currency, positiveCents } from '../amounts.ts'
import type { Kind } from '../kind.ts'
import { columnNames, optional, required } from '../record-shape.ts'
import { accountId, day, instant, key, line, oneOf } from '../values.ts'
import {
  datedLicenses,
  dateCopies,
  extractChecks,
  keepExtracts,
  passOverStale,
} from './extracts.ts'
import { licenseOrderOwners, rejectForeign } from './foreign.ts'
import { dropFormer, idChecks, keepFirstDays, takeIds } from './license-ids.ts'
import { verdictByDigest } from './merge-rows.ts'

const fields = {
  licenseId: required(
    'license_id text',
    key(64, 'license'),
    'Your number of the license, unique among all companies and kept through its changes; or the `licenseId` of the event `license_order.submitted`, if you use it as yours.',
  ),
  accountId: required('account_id text', accountId, 'Company that has the license.'),
  productId: required('product_id text', key(64, 'product'), 'The `productId` of the product.'),
  networkId: optional('network_id text', line(64, 'network'), 'Number of the network.', null),
  userName: optional('user_name text', line(300), 'User of the license.', null),
  coveredCompany: optional(
    'covered_company text',
    line(300),
    'Company that a subscription covers.',
    null,
  ),
  since: optional('since date', day, 'First day on which it runs.', null),
  until: optional('until date', day, 'Last day on which it runs; absent: it has no end yet.', null),
  monthlyPrice: optional(
    'monthly_price_cents bigint',
    positiveCents,
    'What the company pays for it in a month.',
    null,
  ),
  nextMonthlyPrice: optional(
    'next_price_cents bigint',
    positiveCents,
    'What the company will pay from `nextPriceFrom` on; with it, and only with it.',
    null,
  ),
  nextPriceFrom: optional('next_price_from date', day, 'The first day with the next price.', null),
  currencyIsoCode: optional('currency text', currency, 'Currency of the prices.', 'USD'),
  licenseOrderId: optional(
    'license_order_id text',
    line(64, 'licenseOrder'),
    'The order that added it: the `id` of its record, or the `orderId` of its event if it was created in the portal.',
    null,
  ),
  status: optional(
    'status text',
    oneOf(['Active', 'Suspended', 'Ended']),
    'Its status; absent: only the days say whether it runs.',
    null,
  ),
  formerAccountId: optional(
    'former_account_id text',
    accountId,
    'The company that had the license, if it moves to this one. It needs `asOf`.',
    null,
  ),
}

const columns = columnNames(fields).filter((column) => column !== 'former_account_id')

export const license: Kind = {
  record: 'license',
  noun: ['license', 'licenses'],
  table: 'import_provided_license',
  scope: 'records:licenses',
  sentence: 'A license that is active at the provider, regardless of who ordered it and how.',
  rules: [
    'An id that belongs to a license of another company is rejected, and so is one that has the form of those of the portal, such as `P-108`, if no order of the company added it.',
    'An order of another company is rejected. An unchanged record stays accepted, even if another company has the order since.',
    'A product, network or order that the portal does not know is kept: it may arrive later. An order in the form of the portal, such as `P-79`, is rejected if no order was submitted with it.',
    'A record whose `asOf` is older than the newest of its license changes nothing and counts as `stale`; of equal ones the last to arrive counts.',
    'Once a record of a license had `asOf`, all its later records and its deletion need it.',
    '`asOf` more than 5 minutes ahead of the portal is rejected; up to 5 minutes ahead counts as now.',
    'It changes no order. The first one of a company whose `licensesBy` was never said makes it one whose licenses are those of your records.',
    '`otherLicenseIds` says that these ids are this license: what orders, cancellations and invoices say of them is said of it. Name the `P-108` of the event that it fulfills, and the number that it had before. Also an old record says so; of two records that name the same id the one with the newer `asOf` counts.',
    'A record of a number that is a former one counts as `stale`, whatever its `asOf`. If the numbers of records form a circle, as after a return to a former system, the oldest of them no longer counts.',
    'With `formerAccountId` the license, its number and those in `otherLicenseIds` move to this company. Orders stay with the former one. Sent again after the move it changes nothing.',
  ],
  example: {
    licenseId: 'L-90311',
    accountId: '10412',
    productId: '10085',
    networkId: 'N-CME',
    userName: 'tjones',
    coveredCompany: '',
    since: '2026-11-01',
    until: '2027-10-31',
    monthlyPrice: '735.00',
    nextMonthlyPrice: '760.00',
    nextPriceFrom: '2027-01-01',
    currencyIsoCode: 'USD',
    licenseOrderId: 'LO-311',
    status: 'Active',
    formerAccountId: null,
    otherLicenseIds: ['L-7733'],
    asOf: '2026-11-01T02:00:00Z',
  },
  key: { sql: 'license_id', fields: ['licenseId'] },
  fields,
  undigested: {
    asOf: optional(
      'as_of timestamptz',
      instant,
      'When your system wrote the record; absent: the time of the `header`.',
      null,
    ),
  },
  rule: ({ since, until, nextMonthlyPrice: price, nextPriceFrom: from }) =>
    typeof since === 'string' && typeof until === 'string' && until < since
      ? { field: 'until', reason: 'is before since' }
      : (price ?? null) === null && typeof from === 'string'
        ? { field: 'nextMonthlyPrice', reason: 'is missing, though nextPriceFrom is there' }
        : (price ?? null) !== null && typeof from !== 'string'
          ? { field: 'nextPriceFrom', reason: 'is missing, though nextMonthlyPrice is there' }
          : undefined,
  lists: {
    otherLicenseIds: {
      sentence:
        'Other ids of the license: the `licenseId` of the item in the event `license_order.submitted`, and numbers that it had before.',
      table: 'import_license_id',
      item: required('alias text', key(64, 'license'), 'An id of the license.'),
    },
  },
  checks: [...idChecks, dateCopies(datedLicenses), ...extractChecks(datedLicenses)],
  references: [
    passOverStale(datedLicenses),
    rejectForeign({
      from: sql`import_provided_license s`,
      field: sql`'licenseOrderId'`,
      value: sql`s.license_order_id`,
      owners: licenseOrderOwners,
      unchanged: sql`import_provided_license s join provided_license l using (account_id, license_id)
                     where l.record_digest = s.digest`,
      stored: sql`select s.record, l.license_order_id as value
                    from import_provided_license s join provided_license l using (account_id, license_id)`,
    }),
  ],
  merge: [
    ...takeIds,
    verdictByDigest('import_provided_license', 'provided_license', ['account_id', 'license_id']),
    sql`
      insert into provided_license as known (${raw(columns.join(', '))}, first_since, record_digest)
      select ${raw(columns.join(', '))}, since, digest
        from import_provided_license
       where verdict in ('inserted', 'updated')
       order by account_id, license_id
          on conflict (account_id, license_id) do update
         set ${raw(columns.map((column) => `${column} = excluded.${column}`).join(', '))},
             record_digest = excluded.record_digest,
             first_since = least(known.first_since, excluded.since),
             priced_on = case when known.monthly_price_cents <> excluded.monthly_price_cents
                                or known.currency <> excluded.currency
                              then ${today} else known.priced_on end`,
    ...dropFormer,
    keepExtracts(datedLicenses),
    ...keepFirstDays,
  ],
}
