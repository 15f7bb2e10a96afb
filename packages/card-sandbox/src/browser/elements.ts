import { StripeElement, type ElementKind } from './element.ts'
import { integrationError } from './integration-error.ts'

type Options = Record<string, unknown>
/** `address-frame.ts` lists the variables of an appearance that the sandbox's forms follow. */
type Appearance = { theme?: string; variables?: object; rules?: object }

const kinds: ElementKind[] = ['card', 'address']

/** `stripe.elements()`: the fields of one form, one of each kind. */
export function createElements(options: Options = {}) {
  if ('paymentMethodTypes' in options)
    throw integrationError('`paymentMethodTypes` is no longer supported.')
  const made = new Map<string, StripeElement>()

  function create(kind: string, given: Options = {}) {
    const known = kinds.find((one) => one === kind)
    if (!known)
      throw integrationError(
        `A valid Element name must be provided. The sandbox has ${kinds.join(', ')}. ` +
          `You specified: ${kind}.`,
      )
    if (made.has(known)) throw integrationError(`Can only create one Element of type ${known}.`)
    if (known === 'address' && !['billing', 'shipping'].includes(String(given['mode'])))
      throw integrationError('You must provide a mode of shipping or billing.')
    const look = { ...lookOf(options), ...(options['fonts'] ? { fonts: options['fonts'] } : {}) }
    const element = new StripeElement(known, { ...given, ...look }, () => made.delete(known))
    made.set(known, element)
    return element
  }

  return {
    create,
    /** Finds an element by name, or by its component of the provider's React package. */
    getElement(kind: string | { __elementType?: string }) {
      const name = typeof kind === 'string' ? kind : kind.__elementType
      return made.get(name ?? '') ?? null
    },
    update(changes: Options) {
      Object.assign(options, changes)
      const look = lookOf(changes)
      if (look.theme) made.get('address')?.update(look)
    },
    fetchUpdates: () => Promise.resolve({}),
    submit: () => Promise.resolve({}),
  }
}

/** The parts of an appearance that are sent to the frames. */
function lookOf(options: Options): Appearance {
  const { theme, variables, rules } = (options['appearance'] ?? {}) as Appearance
  return { ...(theme && { theme }), ...(variables && { variables }), ...(rules && { rules }) }
}
