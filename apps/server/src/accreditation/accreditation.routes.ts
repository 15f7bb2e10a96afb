import type { FastifyPluginAsync } from 'fastify'
import { accreditationCalls } from '@portal/domain/accreditation/accreditation.calls'
import type { Deps } from '../deps.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { serve } from '../platform/http/serve.ts'
import { asAnswer, findProduct, findStatus } from './accreditation.queries.ts'
import { openCheckout } from './open-checkout.ts'

/** Public: a buyer of an accreditation needs no account. */
export const accreditationRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, accreditationCalls.getAccreditation, async (request) => {
    const product = await findProduct(deps.db, request.query.productId)
    if (!product) throw new Refusal(404, 'This product does not exist.')
    return asAnswer(product)
  })

  serve(app, accreditationCalls.startCheckout, { bodyLimit: 8 * 1024 }, (request) =>
    openCheckout(deps, request.body, request.address),
  )

  serve(app, accreditationCalls.getPurchaseStatus, async (request) => {
    const purchase = await findStatus(deps.db, request.query.sessionId)
    if (!purchase) throw new Refusal(404, 'This purchase does not exist.')
    const { id, state } = purchase
    const isOver = state === 'paid' || state === 'expired'
    return {
      status: isOver ? state : ('open' as const),
      reference: id,
      contact: deps.config.seller.email,
      ...asAnswer(purchase),
    }
  })
}
