import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../deps.ts'
import { contentTypes } from '../invoices/documents/download-names.ts'
import { sendFile } from '../invoices/documents/send-file.ts'
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
      const name = 'payment-instructions.pdf'
      return sendFile(reply, name, contentTypes.pdf, 'inline').send(pdf)
    },
  )
}
