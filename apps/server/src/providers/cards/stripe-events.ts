import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import type { CardProvider, ProviderEvent } from './card-provider.ts'

/** By how many seconds the time of a webhook's signature may differ, in either direction. */
const signatureTolerance = 300

/** The provider's events, by webhook and by list. */
export function stripeEvents(
  stripe: Stripe,
  { cards, production }: Config,
): Pick<CardProvider, 'readEvent' | 'listEvents' | 'failureOf'> {
  function readEvent(rawBody: Buffer, signature: string): ProviderEvent {
    const event = verify(rawBody, signature)
    if (event.livemode !== production) throw new Error('the event belongs to another mode')
    return toEvent(event)
  }

  /** During a rotation, two secrets are valid. */
  function verify(rawBody: Buffer, signature: string): Stripe.Event {
    // The SDK refuses old signatures only, so signatures from the future are checked here.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    if (signedAt > Date.now() / 1000 + signatureTolerance)
      throw new Error('the signature is from the future')
    let refusal: unknown = new Error('no webhook secret is set')
    for (const secret of cards.webhookSecrets) {
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, secret, signatureTolerance)
      } catch (error) {
        refusal = error
      }
    }
    throw refusal
  }

  async function listEvents(types: readonly string[], since: Date): Promise<ProviderEvent[]> {
    const found: ProviderEvent[] = []
    const created = { gte: Math.floor(since.getTime() / 1000) }
    for await (const event of stripe.events.list({ types: [...types], created, limit: 100 }))
      found.push(toEvent(event))
    return found.reverse()
  }

  return { readEvent, listEvents, failureOf }
}

function toEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as {
    id?: string
    metadata?: Record<string, string> | null
    payment_intent?: string | { id: string } | null
  }
  const { payment_intent: payment, metadata } = object
  const purchase = metadata?.['purchase']
  const paymentId = typeof payment === 'string' ? payment : payment?.id
  return {
    id: storable(event.id),
    type: storable(event.type),
    createdAt: new Date(event.created * 1000),
    objectId: storable(object.id ?? ''),
    ...ownerOf(metadata),
    paymentId: paymentId === undefined ? null : storable(paymentId),
    purchaseId: purchase && uuidPattern.test(purchase) ? purchase : null,
  }
}

/**
 * PostgreSQL cannot store NUL. No id of the provider contains NUL, so after the replacement the event names an unknown object.
 */
const storable = (text: string) => text.replaceAll('\0', '\u{fffd}')

const accountPattern = /^[A-Za-z0-9_.-]{1,64}$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the owner of a charge from its metadata; nulls if the portal cannot have created the charge. */
export function ownerOf(metadata: Record<string, string> | null | undefined) {
  const { account, attempt, instance } = metadata ?? {}
  const isOurs =
    instance && account && attempt && accountPattern.test(account) && uuidPattern.test(attempt)
  return isOurs
    ? { instance, accountId: account, attemptId: attempt }
    : { instance: null, accountId: null, attemptId: null }
}

function failureOf(error: unknown): ReturnType<CardProvider['failureOf']> {
  // The port's own errors have the provider's errors as their cause.
  const [found] = [error, error instanceof Error && error.cause].filter(
    (one) => one instanceof Stripe.errors.StripeError,
  )
  if (!found) return undefined
  return found.statusCode === 404 ? 'unknownObject' : 'noAnswer'
}
