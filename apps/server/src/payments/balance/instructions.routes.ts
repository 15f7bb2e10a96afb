import type { FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { scopeOf } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { sendFile } from '../../documents/documents.ts'
import { readOpenAccounts } from '../../invoices/open-accounts.queries.ts'
import { instructionsPdf } from './instructions-pdf.ts'

/** The payment guide, with the bank accounts for the open invoices of the company. Served on both bases. */
export const instructionRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.downloadInstructions, async (request, reply) => {
    const { accountId } = scopeOf(request)
    const { seller, cardLimitCents: limitCents } = deps.config
    const openAccounts = await readOpenAccounts(deps.db, scopeOf(request), deps.config)
    const made = { seller, created: new Date() }
    const pdf = await instructionsPdf({ ...made, accountId, limitCents, openAccounts })
    // The file is displayed instead of saved: it opens in a separate window.
    return sendFile(reply, 'payment-instructions.pdf', 'inline').send(pdf)
  })
}
