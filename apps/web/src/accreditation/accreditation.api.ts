import * as endpoints from '@portal/domain/accreditation/accreditation.endpoints'
import type {
  CheckoutAnswer,
  CheckoutRequest,
} from '@portal/domain/accreditation/accreditation.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function productQuery(productId: string | undefined) {
  return queryOptions({
    queryKey: ['accreditation', 'product', productId],
    queryFn: ({ signal }) =>
      call(endpoints.getAccreditation, {
        query: { productId: productId ?? '' },
        signal,
      }),
  })
}

export function createCheckout(body: CheckoutRequest): Promise<CheckoutAnswer> {
  return call(endpoints.startCheckout, { body })
}

/** The status of a purchase. Fetched again every `seconds` until it is final. */
export function purchaseStatusQuery(sessionId: string, seconds: number) {
  return queryOptions({
    queryKey: ['accreditation', 'purchase', sessionId],
    queryFn: ({ signal }) => call(endpoints.getPurchaseStatus, { query: { sessionId }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      error || (data && data.status !== 'open') ? false : seconds * 1000,
    staleTime: 0,
  })
}
