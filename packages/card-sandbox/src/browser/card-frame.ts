import type { CustomFontSource, StripeCardElementOptions } from '@stripe/stripe-js'
import { brandOf } from '../brands.ts'
import { callProvider, formFields } from './calls.ts'
import {
  cvcDigits,
  digitsOf,
  fieldGap,
  fieldProblem,
  formatExpiry,
  formatNumber,
  readExpiry,
  type CardEntry,
  type EntryError,
  type Field,
} from './card-entry.ts'
import { dress } from './card-style.ts'
import { addFonts } from './custom-fonts.ts'
import { listenToParent, part, sendHeight, sendParent } from './parent.ts'

/** The card's number, date and code stay in this frame, which sends them only to the provider. */
const inputs: Record<Field, HTMLInputElement> = {
  number: part('number'),
  expiry: part('expiry'),
  cvc: part('cvc'),
  postalCode: part('postalCode'),
}
const form = part('form')
const badge = part('brand')
const order: Field[] = ['number', 'expiry', 'cvc', 'postalCode']
/** Fields that have lost the focus: incomplete values are reported then, instead of while the user types. */
const left = new Set<Field>()
/** Fields that were empty when the card was sent; these are reported too. */
const demanded = new Set<Field>()
const options: StripeCardElementOptions = {}

const fields = () => order.filter((field) => field !== 'postalCode' || !options.hidePostalCode)
const digits = (field: Field) => inputs[field].value.replaceAll(/\D/g, '')

function entry(): CardEntry {
  return {
    number: digits('number'),
    expiry: digits('expiry'),
    cvc: digits('cvc'),
    postalCode: inputs.postalCode.value,
  }
}

function problems(includeGaps: (field: Field) => boolean): EntryError[] {
  const card = entry()
  const today = new Date()
  const wrong = fields().map((field) => fieldProblem(field, card, today))
  const gaps = fields().map((field) => (includeGaps(field) ? fieldGap(field, card) : undefined))
  return [...wrong, ...gaps].filter((one) => one !== undefined)
}

/** Shows the state in the frame, and reports it to the page without any digit. */
function show() {
  const found = problems(
    (field) => demanded.has(field) || (left.has(field) && inputs[field].value !== ''),
  )
  const card = entry()
  const isEmpty = fields().every((field) => inputs[field].value === '')
  const isComplete = problems(() => true).length === 0
  const brand = brandOf(card.number)
  badge.dataset.brand = brand
  form.toggleAttribute('data-empty', isEmpty)
  form.toggleAttribute('data-complete', isComplete)
  for (const field of order)
    inputs[field].ariaInvalid = String(found.some((problem) => problem.field === field))
  part('problem').textContent = found[0]?.message ?? ''
  sendParent('change', {
    empty: isEmpty,
    complete: isComplete,
    brand,
    error: found[0] && publicError(found[0]),
    value: { postalCode: card.postalCode },
  })
}

const publicError = ({ type, code, message }: EntryError) => ({ type, code, message })

function write(field: Field) {
  const input = inputs[field]
  const [, most] = digitsOf(digits('number'))
  if (field === 'number') input.value = formatNumber(digits('number').slice(0, most))
  if (field === 'expiry') input.value = formatExpiry(readExpiry(input.value))
  if (field === 'cvc') input.value = digits('cvc').slice(0, cvcDigits(digits('number')))
  left.delete(field)
  demanded.delete(field)
  show()
  const isWhole = !fieldGap(field, entry()) && !fieldProblem(field, entry(), new Date())
  if (isWhole && field !== 'postalCode') inputs[neighbour(field, 1) ?? field].focus()
}

const neighbour = (field: Field, step: number) => fields()[fields().indexOf(field) + step]

for (const field of order) {
  const input = inputs[field]
  input.addEventListener('input', () => write(field))
  input.addEventListener('blur', () => {
    left.add(field)
    show()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') sendParent('escape')
    if (event.key === 'Backspace' && input.value === '') {
      const before = neighbour(field, -1)
      if (before) inputs[before].focus()
    }
  })
}
addEventListener('focus', () => sendParent('focus'))
addEventListener('blur', () => sendParent('blur'))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  sendParent('submit')
})

type Update = StripeCardElementOptions & { fonts?: CustomFontSource[] }

function update(change: Update) {
  Object.assign(options, change)
  addFonts(change.fonts)
  inputs.postalCode.hidden = options.hidePostalCode === true
  badge.hidden = options.hideIcon === true
  for (const field of order) inputs[field].disabled = options.disabled === true
  if (change.value?.postalCode !== undefined) inputs.postalCode.value = change.value.postalCode
  if (options.style) dress(options.style)
}

/** Sends the card to the provider, or moves the focus to the first invalid field. */
async function send(path: string, key: string, more: Record<string, string>, ownFields = {}) {
  for (const field of fields()) demanded.add(field)
  const [first] = problems(() => true)
  if (first) {
    show()
    inputs[first.field].focus()
    return { error: publicError(first) }
  }
  const { number, expiry, cvc } = entry()
  const card = { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2), cvc }
  return callProvider('POST', path, {
    key,
    payment_user_agent: 'stripe.js/endive; card-element',
    ...formFields({ card: { ...card, ...ownFields } }),
    ...more,
  })
}

type Wanted = { key: string; data?: Record<string, unknown> }

listenToParent((op, body) => {
  const { key, data = {} } = body as Wanted
  const postalCode = options.hidePostalCode ? undefined : inputs.postalCode.value
  switch (op) {
    case 'token':
      return send('/v1/tokens', key, {}, { address_zip: postalCode, ...data })
    case 'payment_method':
      return send('/v1/payment_methods', key, { type: 'card', ...formFields(data) })
    case 'update':
      return update(body as Update)
    case 'clear':
      for (const field of order) inputs[field].value = ''
      left.clear()
      demanded.clear()
      return show()
    case 'focus':
      return inputs.number.focus()
    case 'blur':
      return (document.activeElement as HTMLElement | null)?.blur()
    case 'challenge':
    case 'value':
      return undefined
  }
})
sendHeight()
sendParent('ready')
