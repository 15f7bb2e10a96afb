import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../../deps.ts'
import { sendFile } from '../../documents/documents.ts'
import { instructionsPdf } from './instructions-pdf.ts'

/** The guide to paying by card: the same for everybody who may pay. Served on both bases. */
export const instructionRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    '/payment/instructions',
    { config: { access: 'PayInvoices' }, schema: { querystring: CompanyFilter } },
    async (_request, reply) => {
      const { seller, page } = deps.config
      const limitCents = page.cardLimitCents
      const pdf = await instructionsPdf({ seller, limitCents, created: new Date() })
      // Shown, not saved: it opens in a window of its own.
      return sendFile(reply, 'payment-instructions.pdf', 'inline').send(pdf)
    },
  )
}
