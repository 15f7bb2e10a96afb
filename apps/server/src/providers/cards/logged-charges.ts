import { logStep, type StepFacts } from '../../platform/log/steps.ts'
import { RequestFailed, type CardProvider, type ProviderIntent } from './card-provider.ts'

/** Returns the provider with a log line for each request that can move money. */
export function loggedCharges(cards: CardProvider): CardProvider {
  return {
    ...cards,
    createIntent: (request) => logged('create', request, () => cards.createIntent(request)),
    confirmIntent: (intentId, attemptId, onSession) =>
      logged('confirm', { attemptId, intentId }, () =>
        cards.confirmIntent(intentId, attemptId, onSession),
      ),
    cancelIntent: (intentId) => logged('cancel', { intentId }, () => cards.cancelIntent(intentId)),
  }
}

const done = {
  create: 'payment.created',
  confirm: 'payment.confirmed',
  cancel: 'payment.canceled',
} as const

type Known = Pick<StepFacts, 'accountId' | 'invoiceNumber' | 'attemptId' | 'intentId'>

async function logged(
  request: keyof typeof done,
  { accountId, invoiceNumber, attemptId, intentId }: Known,
  ask: () => Promise<ProviderIntent>,
): Promise<ProviderIntent> {
  const begun = performance.now()
  const known = {
    ...(accountId && { accountId }),
    ...(invoiceNumber && { invoiceNumber }),
    ...(attemptId && { attemptId }),
    ...(intentId && { intentId }),
  }
  const durationMs = () => Math.round(performance.now() - begun)
  try {
    const intent = await ask()
    const { decline, status } = intent
    // A decline can also be a response without an error.
    const isDeclined = request === 'confirm' && decline !== undefined
    logStep(isDeclined ? 'payment.declined' : done[request], {
      ...idsOf(intent),
      code: isDeclined ? decline.code : status,
      durationMs: durationMs(),
    })
    return intent
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    const { status, code, failure, intent } = error
    const isDeclined = status === 402
    logStep(isDeclined ? 'payment.declined' : 'payment.unanswered', {
      ...known,
      ...(intent && idsOf(intent)),
      code: isDeclined ? failure.code : (code ?? String(status ?? 'no_answer')),
      ...(!isDeclined && { reason: request }),
      durationMs: durationMs(),
    })
    throw error
  }
}

const idsOf = ({ id, accountId, invoiceNumber, attemptId }: ProviderIntent): StepFacts => ({
  accountId,
  invoiceNumber,
  attemptId,
  intentId: id,
})
