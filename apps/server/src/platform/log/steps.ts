import { requestContext } from '@fastify/request-context'
import type { EventType } from '@portal/domain/integration/event-data.schema'

/**
 * The steps of the portal's work that are logged, with the descriptions for docs/log.md. Each event for the provider's
 * systems is also logged under its type.
 */
export const steps = {
  'payment.refused':
    'A person asked for a payment, and was refused before anything was charged. `code` is the status of the answer, `reason` what it says.',
  'payment.opened':
    'A charge of an invoice was recorded; the card provider knows nothing of it yet.',
  'payment.created': 'The card provider has an intent for it. Nothing is charged yet.',
  'payment.confirmed':
    'The card provider was asked to charge, and answered. `code` is the status of the intent: `succeeded`, `processing`, `requires_action` (the bank asks the card holder).',
  'payment.declined':
    "The card provider declined. `code` is its reason, or that of the card's bank.",
  'payment.canceled':
    'The intent was canceled at the card provider; it cannot be charged any more.',
  'payment.unanswered':
    'A request about the charge was refused or has no answer. `reason` names the request (`create`, `confirm`, `cancel`), `code` the error. What came of it is found out later.',
  'import.finished':
    'Records were imported, or checked only. `code`: `done`, `dry_run`, or `rejected` (records were rejected).',
  'import.failed': 'An upload could not be read. Its report says why.',
  'mail.sent': 'The mail server accepted a mail.',
  'mail.refused':
    'The mail server refused a mail, or did not answer. `code`: `for_good`, `again` (it is tried again). Or it was not sent, because its reader may no longer see the invoice: `withheld`.',
} as const

export type Step = keyof typeof steps | EventType

/** Contains only ids and codes: never names, addresses, texts of customers, or card data. */
export interface StepFacts {
  accountId?: string | null
  invoiceNumber?: string | null
  attemptId?: string
  intentId?: string | null
  batchId?: string | null
  orderId?: string
  mailId?: string
  uploadId?: string
  code?: string | undefined
  reason?: string
  durationMs?: number
}

const known = (facts: StepFacts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null))

/** Logs a step that is done; a change in the database is logged after its commit (`Tx.afterCommit`). */
export function logStep(event: Step, facts: StepFacts): void {
  const trace = requestContext.get('trace')
  trace?.log.info({ ...trace.names, event, ...facts }, event)
  trace?.span.addEvent(event, known(facts))
}
