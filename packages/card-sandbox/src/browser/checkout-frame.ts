import { formatAmount } from '../currencies.ts'
import { callProvider, hasFailed, type Failed } from './calls.ts'
import {
  cvcDigits,
  digitsOf,
  fieldGap,
  fieldProblem,
  formatExpiry,
  formatNumber,
  readExpiry,
  type Field,
} from './card-entry.ts'
import { answerBank, type Intent } from './intents.ts'
import { listenToParent, part, sendHeight, sendParent } from './parent.ts'

/** The provider's form in the seller's page: items, payer and card. */
type PaymentPage = {
  status: 'complete' | 'expired' | 'open'
  currency: string
  amount: number
  items: { name: string; quantity: number }[]
  email: string | null
  name: string | null
  redirect: string
  return_url: string | null
  intent: (Intent & { last_payment_error?: { message?: string } | null }) | null
}

const fields = ['number', 'expiry', 'cvc'] as const
const digits = (field: (typeof fields)[number]) => part(field).value.replaceAll(/\D/g, '')
const entry = () => ({
  number: digits('number'),
  expiry: digits('expiry'),
  cvc: digits('cvc'),
  postalCode: '',
})

let key = ''
let secret = ''
let isBusy = false

function showProblem(message: string, at?: HTMLInputElement) {
  part('problem').textContent = message
  for (const id of ['email', ...fields]) part(id).ariaInvalid = String(part(id) === at)
  at?.focus()
}

function showPage(page: PaymentPage) {
  const amount = formatAmount(page.amount, page.currency)
  part('amount').textContent = amount
  part('pay').textContent = `Pay ${amount}`
  part('items').replaceChildren(
    ...page.items.map(({ name, quantity }) =>
      Object.assign(document.createElement('li'), {
        textContent: quantity > 1 ? `${name} × ${quantity}` : name,
      }),
    ),
  )
  if (page.email) part('email').value = page.email
  if (page.name && !part('name').value) part('name').value = page.name
  if (page.status === 'open') return
  part('form').hidden = true
  part('ended').hidden = false
  part('ended').textContent =
    page.status === 'complete'
      ? 'Thanks for your payment.'
      : 'This page has expired. Please start again.'
}

const pageCall = (method: 'GET' | 'POST', path: string, more: Record<string, string> = {}) => {
  const [id = ''] = secret.split('_secret_')
  return callProvider<PaymentPage>(method, `/v1/payment_pages/${id}${path}`, {
    key,
    client_secret: secret,
    ...more,
  })
}

/** Returns the first missing field with its message, before anything is sent. */
function firstGap(): [string, HTMLInputElement] | undefined {
  if (!/^\S+@\S+\.\S+$/.test(part('email').value.trim()))
    return ['Your email is incomplete.', part('email')]
  const today = new Date()
  for (const field of fields) {
    const wrong = fieldProblem(field, entry(), today) ?? fieldGap(field, entry())
    if (wrong) return [wrong.message, part(field)]
  }
  return undefined
}

async function pay(): Promise<string | undefined> {
  const { number, expiry, cvc } = entry()
  const method = await callProvider<{ id: string }>('POST', '/v1/payment_methods', {
    key,
    type: 'card',
    'card[number]': number,
    'card[exp_month]': expiry.slice(0, 2),
    'card[exp_year]': `20${expiry.slice(2)}`,
    'card[cvc]': cvc,
  })
  if (hasFailed(method)) return problemOf(method)
  let page = await pageCall('POST', '/confirm', {
    email: part('email').value.trim(),
    name: part('name').value.trim(),
    payment_method: method.id,
  })
  if (hasFailed(page)) return problemOf(page)
  if (page.intent?.status === 'requires_action') {
    await answerBank(page.intent)
    page = await pageCall('GET', '')
    if (hasFailed(page)) return problemOf(page)
  }
  if (page.status !== 'complete')
    return page.intent?.last_payment_error?.message ?? 'The payment did not go through.'
  showPage(page)
  sendParent('complete', { redirect: page.redirect, returnUrl: page.return_url })
  return undefined
}

const problemOf = ({ error }: Failed) => error.message ?? 'Something went wrong.'

part('form').addEventListener('submit', (event) => {
  event.preventDefault()
  if (isBusy) return
  const gap = firstGap()
  if (gap) return showProblem(...gap)
  showProblem('')
  isBusy = true
  part('pay').ariaBusy = 'true'
  void pay()
    .then((problem) => problem && showProblem(problem))
    .finally(() => {
      isBusy = false
      part('pay').ariaBusy = 'false'
    })
})

for (const field of fields)
  part(field).addEventListener('input', () => {
    const [, most] = digitsOf(digits('number'))
    const written: Record<Field, string> = {
      number: formatNumber(digits('number').slice(0, most)),
      expiry: formatExpiry(readExpiry(part('expiry').value)),
      cvc: digits('cvc').slice(0, cvcDigits(digits('number'))),
      postalCode: '',
    }
    part(field).value = written[field]
    showProblem('')
  })

listenToParent(async (op, body) => {
  if (op !== 'update') return
  const given = body as { key: string; clientSecret: string }
  key = given.key
  secret = given.clientSecret
  const page = await pageCall('GET', '')
  if (hasFailed(page)) return showProblem(problemOf(page))
  showPage(page)
  if (page.status === 'open') part('email').focus({ preventScroll: true })
})
sendHeight()
sendParent('ready')
