import { formatDay, type Day } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { formatMoney } from '../kernel/money.ts'
import { plural } from '../kernel/plural.ts'
import { orderIdOf, type Authorization, type CheckReason } from './authorization.ts'

/** An order with the ids that lines and licenses use. */
export interface KnownOrder {
  /** The order's number in the portal. */
  id: number
  requestorName: string
  /** The UTC day; null if unknown. */
  day: Day | null
}

/** Which of the facts behind a line a reader may see. */
export interface Sight {
  /** The invoice that is shown. */
  invoiceNumber: string
  seesLicenses: boolean
  seesRequests: boolean
  orderOf: (orderId: string) => KnownOrder | undefined
}

/** Returns the sight of the provider, who may see everything. */
export const wholeSight = (
  invoiceNumber: string,
  orders: ReadonlyMap<string, KnownOrder>,
): Sight => ({
  invoiceNumber,
  seesLicenses: true,
  seesRequests: true,
  orderOf: (orderId) => orders.get(orderId),
})

/** Returns what authorizes a line, or what is wrong with it, in words. Empty if there is nothing to report. */
export function authorizationWords(found: Authorization, sight: Sight, currency: string): string {
  if (found.state === 'toCheck') return checkWords(found.reason, found, sight, currency)
  if (found.state === 'unexplained') return 'No order here tells'
  if (found.state !== 'matched') return ''
  const { license, request } = found
  if (request)
    return sight.seesRequests
      ? `Request ${isolated(request.equipmentRequestId)}, approved`
      : 'An approved request'
  if (found.by === 'count') return 'Matched by the number of licenses'
  const ordered = orderedBy(orderIdOf(found), sight)
  if (!sight.seesLicenses) return ordered || 'A license'
  if (!license) return ordered || 'An order'
  const [user = ''] = license.userNames
  if (found.by === 'name')
    return [`By name: the license of ${isolated(user)}`, ordered].filter(Boolean).join('. ')
  return ordered || `License ${isolated(license.licenseId)}`
}

function orderedBy(orderId: string | undefined, { orderOf, seesLicenses }: Sight): string {
  const order = orderId ? orderOf(orderId) : undefined
  if (!order) return ''
  if (!seesLicenses) return 'Ordered by a colleague'
  const who = order.requestorName ? ` by ${isolated(order.requestorName)}` : ''
  return `Ordered${who}${order.day ? ` on ${formatDay(order.day)}` : ''}`
}

function checkWords(
  reason: CheckReason,
  { license, request, chargedOn }: Authorization,
  { seesLicenses, seesRequests, invoiceNumber }: Sight,
  currency: string,
): string {
  const named =
    license && seesLicenses
      ? `license ${isolated(license.licenseId)}`
      : request && seesRequests
        ? `request ${isolated(request.equipmentRequestId)}`
        : request
          ? 'a request'
          : 'a license'
  const day = (one: Day | null | undefined) => (one && seesLicenses ? formatDay(one) : undefined)
  const ended = day(license?.until)
  const starts = day(license?.since)
  if (reason === 'afterEnd')
    return ended
      ? `Charged after the end of ${named} on ${ended}`
      : `Charged after the end of ${named}`
  if (reason === 'beforeStart')
    return starts
      ? `Charged before the start of ${named} on ${starts}`
      : `Charged before the start of ${named}`
  if (reason === 'twice')
    return chargedOn === invoiceNumber
      ? `Charged twice: another line charges ${named} for the same time`
      : `Charged twice: invoice ${isolated(chargedOn ?? '')} charges ${named} for the same time`
  if (reason === 'otherPrice')
    return seesLicenses && license?.monthlyPrice != null
      ? `Not the price of ${named}, ${formatMoney(license.monthlyPrice, currency)} a month`
      : `Not the price of its license`
  if (reason === 'notApproved')
    return `Charged, but ${named} was ${request?.isCancelled ? 'cancelled' : 'not approved'}`
  return 'No license or order fits this line'
}

/** Returns in a sentence how many lines are authorized by what; undefined if no such facts are known. */
export function authorizationSentence(
  states: readonly Authorization[],
  isWhole: boolean,
): string | undefined {
  const judged = states.filter(({ state }) => state !== 'none')
  const matched = judged.filter((one) => one.state === 'matched')
  const toCheck = judged.filter(({ state }) => state === 'toCheck').length
  const unexplained = judged.filter(({ state }) => state === 'unexplained').length
  if (matched.length + toCheck === 0) return undefined
  const by = (way: string) => matched.filter((one) => one.by === way).length
  const ways = (['id', 'name', 'count'] as const)
    .filter((way) => by(way) > 0)
    .map((way) => `${by(way)} ${way === 'count' ? 'by count only' : `by ${way}`}`)
  const how = by('id') === matched.length ? '' : ` (${ways.join(', ')})`
  const check = toCheck > 0 ? `${toCheck} to check` : 'nothing to check'
  const match = matched.length === 1 ? 'matches' : 'match'
  const first = `${plural(matched.length, 'line')} ${match} what was ordered${how}, ${check}.`
  if (unexplained === 0) return first
  return isWhole
    ? `${first} Nothing known here tells of ${plural(unexplained, 'more line')}.`
    : `${first} Orders here explain ${matched.length} of ${judged.length} lines; the rest began before them.`
}
