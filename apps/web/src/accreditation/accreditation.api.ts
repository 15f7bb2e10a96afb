import type {
  AccreditationProduct,
  CheckoutAnswer,
  CheckoutRequest,
  PurchaseStatus,
} from '@portal/domain/accreditation/accreditation.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function productQuery(productId: string | undefined) {
  return queryOptions({
    queryKey: ['accreditation', 'product', productId],
    queryFn: ({ signal }) =>
      call<AccreditationProduct>('/accreditation/purchase', {
        query: { productId: productId ?? '' },
        signal,
      }),
  })
}

export function createCheckout(body: CheckoutRequest): Promise<CheckoutAnswer> {
  return call('/accreditation/create-checkout-session', { method: 'POST', body })
}

/** How a purchase went. Asked again every `seconds` until that is known. */
export function purchaseStatusQuery(sessionId: string, seconds: number) {
  return queryOptions({
    queryKey: ['accreditation', 'purchase', sessionId],
    queryFn: ({ signal }) =>
      call<PurchaseStatus>('/accreditation/purchase-status', { query: { sessionId }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      error || (data && data.status !== 'open') ? false : seconds * 1000,
    staleTime: 0,
  })
}
