// The SDK's own declarations, read as text, so that a test can compare answers with them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const declarations: Record<string, [file: string, name: string]> = {
  account: ['Accounts', 'Account'],
  card: ['Cards', 'Card'],
  charge: ['Charges', 'Charge'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  customer: ['Customers', 'Customer'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  dispute: ['Disputes', 'Dispute'],
  event: ['Events', 'EventBase'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  refund: ['Refunds', 'Refund'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  token: ['Tokens', 'Token'],
}

const folder = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm/resources')

/** Returns the differences between an object and the SDK's interface of its kind: missing or unknown properties. */
export function shapeProblems(kind: string, object: object) {
  const known = readProperties(kind)
  const given = Object.keys(object)
  return [
    ...known.required.filter((name) => !given.includes(name)).map((name) => `${name} is missing`),
    ...given.filter((name) => !known.all.includes(name)).map((name) => `${name} is unknown`),
  ]
}

function readProperties(kind: string) {
  const [file, name] = declarations[kind] ?? []
  if (!file) throw new Error(`No declaration is named for "${kind}".`)
  const source = readFileSync(join(folder, `${file}.d.ts`), 'utf8')
  const [, body] =
    new RegExp(`\\nexport interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(source) ?? []
  // Properties of the interface itself are indented by four spaces; nested properties by more.
  const properties = [...(body ?? '').matchAll(/^ {4}(\w+)(\??):/gm)]
  if (properties.length === 0) throw new Error(`${name} was not found in ${file}.d.ts.`)
  return {
    all: properties.map(([, property = '']) => property),
    required: properties.flatMap(([, property = '', optional]) => (optional ? [] : [property])),
  }
}
