import sql from 'sql-template-tag'
import type {
  InvoiceAuthorization,
  NotCharged,
} from '@portal/domain/authorization/authorization.schema'
import type { KnownLicense } from '@portal/domain/authorization/grants'
import { lastDay } from '@portal/domain/authorization/read-charge'
import { unbilledLicenses } from '@portal/domain/authorization/unbilled-licenses'
import { formatDay, type Day } from '@portal/domain/kernel/day'
import type { Tx } from '../platform/database/database.ts'
import { findToday } from '../platform/database/today.ts'
import type { Scope } from '../platform/database/scope.ts'
import { namedBy } from './charges.queries.ts'
import { unbilledRequests } from './grants.queries.ts'
import { licensesOfProducts, type AuthorizedMonth } from './read-authorization.ts'

/** Only super admins see what is not charged, and only for past months: this month may get more bills. */
export async function tellNotCharged(
  tx: Tx,
  { actor, accountId }: Scope,
  month: AuthorizedMonth,
): Promise<Pick<InvoiceAuthorization, 'notCharged'>> {
  if (actor.role !== 'SuperAdmin') return {}
  const today = await findToday(tx)
  if (month.month >= today.slice(0, 7)) return {}
  return { notCharged: await notChargedIn(tx, accountId, month, today) }
}

/** Returns the licenses that ran in all of a month, and the equipment ordered in it, that no bill charges. */
async function notChargedIn(
  tx: Tx,
  accountId: string,
  month: AuthorizedMonth,
  today: Day,
): Promise<NotCharged[]> {
  const licenses = await findUnbilled(tx, accountId, month)
  const requests = await unbilledRequests(tx, accountId)
  return [
    ...licenses.map(({ licenseId, productId, userNames: [user], until }) => ({
      words: [month.catalog.get(productId)?.names[0] ?? productId, user, `license ${licenseId}`]
        .filter(Boolean)
        .join(', '),
      ...((until === null || until >= today) && { licenseId }),
    })),
    ...requests
      .filter(({ orderDate }) => orderDate.startsWith(month.month))
      .map(({ equipmentRequestId, orderDate }) => ({
        equipmentRequestId,
        words: `Equipment request ${equipmentRequestId} of ${formatDay(orderDate)}`,
      })),
  ]
}

/** Returns the licenses that ran in all of a month and that no line charges for it, on bills of this or of another month. */
export async function findUnbilled(
  tx: Tx,
  accountId: string,
  { month, bills, states, grants, catalog }: AuthorizedMonth,
): Promise<KnownLicense[]> {
  if (!grants.isWhole) return []
  const licenses = await licensesOfProducts(tx, accountId, bills, catalog)
  const found = unbilledLicenses(bills, states, { ...grants, licenses }, month)
  if (found.length === 0) return []
  const ids = found.map(({ licenseId }) => licenseId)
  // A charge is for the month that it begins in, and for all months that are whole in its days.
  const charged = await tx.query<{ licenseId: string }>(sql`
    with ${namedBy(accountId, ids)}
    select distinct n.license_id as "licenseId"
      from named n join invoice_line l on l.account_id = ${accountId} and l.license_id = n.id
     where l.total_cents > 0
       and coalesce(l.service_period_start, l.service_period_end) <= ${lastDay(month)}
       and (coalesce(l.service_period_start, l.service_period_end) >= ${`${month}-01`}
            or l.service_period_end >= ${lastDay(month)})`)
  const elsewhere = new Set(charged.map(({ licenseId }) => licenseId))
  return found.filter(({ licenseId }) => !elsewhere.has(licenseId))
}
