import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import { queryText } from '../kernel/search-params.ts'

/** Leads to the order, or to the license if the charge does not match the order. An ended license has no page. */
export function chargePath(authorization: Partial<LineAuthorization>): string | undefined {
  const { state, reason, licenseId, orderId, equipmentRequestId } = authorization
  if (equipmentRequestId) return `/erf/detail/${encodeURIComponent(equipmentRequestId)}`
  const hasLicense = licenseId !== undefined && reason !== 'afterEnd'
  if (hasLicense && (state === 'toCheck' || orderId === undefined))
    return `/licenses${queryText({ license: licenseId })}`
  return orderId === undefined ? undefined : `/licenses${queryText({ order: orderId })}`
}
