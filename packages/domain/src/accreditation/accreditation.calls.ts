import { declareCalls } from '../kernel/call.ts'
import {
  AccreditationProduct,
  CheckoutAnswer,
  CheckoutKey,
  CheckoutRequest,
  ProductKey,
  PurchaseStatus,
} from './accreditation.schema.ts'

export const accreditationCalls = declareCalls({
  getAccreditation: {
    method: 'GET',
    path: '/accreditation/purchase',
    access: 'public',
    summary: 'Returns an accreditation and its price.',
    query: ProductKey,
    answers: { 200: AccreditationProduct },
    refuses: [],
  },
  startCheckout: {
    method: 'POST',
    path: '/accreditation/create-checkout-session',
    access: 'public',
    summary: "Starts the purchase of an accreditation on the card provider's form.",
    query: null,
    body: CheckoutRequest,
    answers: { 200: CheckoutAnswer },
    refuses: [409, 422],
  },
  getPurchaseStatus: {
    method: 'GET',
    path: '/accreditation/purchase-status',
    access: 'public',
    summary: 'Returns whether a purchase has been paid.',
    query: CheckoutKey,
    answers: { 200: PurchaseStatus },
    refuses: [],
  },
})
