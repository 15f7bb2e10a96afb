import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AccreditationProduct,
  CheckoutAnswer,
  CheckoutKey,
  CheckoutRequest,
  ProductKey,
  PurchaseStatus,
} from '@portal/domain/accreditation/accreditation.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Deps } from '../deps.ts'
import { Refusal } from '../platform/refusal.ts'
import { findProduct, findStatus, type Product } from './accreditation.queries.ts'
import { openCheckout } from './open-checkout.ts'

/** For everybody: who buys an accreditation need not have an account. */
export const accreditationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'public' } as const

  app.get(
    '/accreditation/purchase',
    { config, schema: { querystring: ProductKey, response: { 200: AccreditationProduct } } },
    async (request) => {
      const product = await findProduct(deps.db, request.query.productId)
      if (!product) throw new Refusal(404, 'This product does not exist.')
      return asAnswer(product)
    },
  )

  app.post(
    '/accreditation/create-checkout-session',
    {
      config,
      bodyLimit: 8 * 1024,
      schema: { body: CheckoutRequest, response: { 200: CheckoutAnswer } },
    },
    (request) => openCheckout(deps, request.body, request.ip),
  )

  app.get(
    '/accreditation/purchase-status',
    { config, schema: { querystring: CheckoutKey, response: { 200: PurchaseStatus } } },
    async (request) => {
      const purchase = await findStatus(deps.db, request.query.sessionId)
      if (!purchase) throw new Refusal(404, 'This purchase does not exist.')
      const { state } = purchase
      const isOver = state === 'paid' || state === 'expired'
      return { status: isOver ? state : ('open' as const), ...asAnswer(purchase) }
    },
  )
}

const asAnswer = ({ productName, priceCents, currency }: Product) => ({
  productName,
  productPrice: fromCents(priceCents, currency),
  currencyIsoCode: currency,
})
