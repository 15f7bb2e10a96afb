import type { Account } from '../account.ts'
import { findCustomer } from '../find.ts'
import { amountProblem, isSupported } from '../currencies.ts'
import { newId, randomLetters } from '../ids.ts'
import type { CheckoutItem } from '../state/records.ts'
import { readDescriptorSuffix } from '../statement-descriptor.ts'
import { checkoutView, totalOf } from '../views/checkout-views.ts'
import { badParameter, refused } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import type { Call } from './route.ts'

export const checkoutParams = [
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'expires_at',
  'line_items',
  'metadata',
  'mode',
  'payment_intent_data',
  'redirect_on_completion',
  'return_url',
  'success_url',
  'ui_mode',
]

export function createCheckout({ account, params }: Call) {
  requireEmbeddedPage(params)
  const redirect =
    params.oneOf('redirect_on_completion', ['always', 'if_required', 'never']) ?? 'always'
  const { currency, items } = readItems(params)
  const intent = params.nested('payment_intent_data')
  intent?.refuseUnknown([
    'description',
    'metadata',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
  ])
  const id = newId('cs_test_', 58)
  const checkout = account.checkouts.put({
    id,
    created: account.now(),
    clientSecret: `${id}_secret_${randomLetters(60)}`,
    customer: readCustomer(account, params),
    customerEmail: params.text('customer_email') || null,
    payer: null,
    currency,
    items,
    metadata: params.metadata(),
    intentDescription: intent?.text('description') || null,
    intentMetadata: intent?.metadata() ?? {},
    intentDescriptorSuffix: intent ? readDescriptorSuffix(intent) : null,
    clientReferenceId: params.text('client_reference_id') || null,
    returnUrl: readReturnUrl(params, redirect),
    redirect,
    expiresAt: readExpiry(account, params),
    status: 'open',
    paymentIntent: null,
  })
  return checkoutView(account, checkout)
}

/** The sandbox supports only the page that is embedded in the seller's page, for single payments. */
function requireEmbeddedPage(params: Params) {
  const mode = params.oneOf('mode', ['payment', 'setup', 'subscription'])
  if (mode !== 'payment')
    throw badParameter(
      'mode',
      mode ? 'parameter_invalid_enum' : 'parameter_missing',
      'You must provide `mode`; the sandbox has `payment`.',
    )
  const uiMode = params.oneOf('ui_mode', ['elements', 'embedded_page', 'form', 'hosted_page'])
  if (uiMode !== 'embedded_page')
    throw badParameter('ui_mode', 'parameter_invalid_enum', 'The sandbox has `embedded_page` only.')
  for (const name of ['success_url', 'cancel_url'])
    if (params.text(name))
      throw refused(`You cannot use \`${name}\` when \`ui_mode\` is \`embedded_page\`.`, {
        param: name,
      })
}

function readReturnUrl(params: Params, redirect: string) {
  const url = params.text('return_url') || null
  if (redirect === 'never') {
    if (!url) return null
    throw refused('You cannot use `return_url` when `redirect_on_completion` is `never`.', {
      param: 'return_url',
    })
  }
  if (!url)
    throw refused('You must provide `return_url` when `ui_mode` is `embedded_page`.', {
      param: 'return_url',
    })
  if (!URL.canParse(url)) throw badParameter('return_url', 'url_invalid', 'Not a valid URL')
  return url
}

function readCustomer(account: Account, params: Params) {
  const id = params.text('customer') || null
  if (!id) return null
  if (params.text('customer_email'))
    throw refused('You may only specify one of these parameters: customer, customer_email.')
  return findCustomer(account, id, 'customer').id
}

const halfAnHour = 1800
const aDay = 86_400

function readExpiry(account: Account, params: Params) {
  const at = params.integer('expires_at') ?? account.now() + aDay
  const seconds = at - account.now()
  // A call takes time, so the provider tolerates a few seconds.
  if (seconds >= halfAnHour - 5 && seconds <= aDay + 5) return at
  throw badParameter(
    'expires_at',
    'parameter_invalid_integer',
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
  )
}

function readItems(params: Params): { currency: string; items: CheckoutItem[] } {
  const given = params.nested('line_items')
  const lines = (given?.names ?? []).map((name) => given?.nested(name)).filter((line) => !!line)
  if (lines.length === 0)
    throw badParameter('line_items', 'parameter_missing', 'Missing required param: line_items.')
  const currencies = new Set<string>()
  const items = lines.map((line) => {
    line.refuseUnknown(['price_data', 'quantity', 'metadata'])
    const price = line.nested('price_data')
    if (!price)
      throw badParameter('line_items', 'parameter_missing', 'The sandbox needs `price_data`.')
    price.refuseUnknown(['currency', 'unit_amount', 'product_data'])
    currencies.add(price.requiredText('currency').toLowerCase())
    const product = price.nested('product_data')
    product?.refuseUnknown(['name', 'description', 'metadata'])
    const unitAmount = price.requiredInteger('unit_amount')
    const quantity = line.integer('quantity') ?? 1
    if (unitAmount < 0 || quantity < 1)
      throw badParameter('line_items', 'parameter_invalid_integer', 'Invalid amount or quantity')
    return {
      id: newId('li_1'),
      priceId: newId('price_1'),
      productId: newId('prod_', 14),
      name: product?.requiredText('name') ?? '',
      quantity,
      unitAmount,
    }
  })
  const [currency = 'usd'] = currencies
  if (currencies.size > 1) throw refused('All line items must have the same currency.')
  if (!isSupported(currency))
    throw badParameter('line_items', undefined, `Invalid currency: ${currency}`)
  const problem = amountProblem(totalOf({ items }), currency)
  if (problem)
    throw refused(`The total cannot be charged. ${problem.message}`, { code: problem.code })
  return { currency, items }
}
