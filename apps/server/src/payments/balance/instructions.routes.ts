import type { FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/serve.ts'
import { sendFile } from '../../documents/documents.ts'
import { instructionsPdf } from './instructions-pdf.ts'

/** The guide to paying by card: the same for everybody who may pay. Served on both bases. */
export const instructionRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.downloadInstructions, async (_request, reply) => {
    const { seller, page } = deps.config
    const limitCents = page.cardLimitCents
    const pdf = await instructionsPdf({ seller, limitCents, created: new Date() })
    // Shown, not saved: it opens in a window of its own.
    return sendFile(reply, 'payment-instructions.pdf', 'inline').send(pdf)
  })
}
