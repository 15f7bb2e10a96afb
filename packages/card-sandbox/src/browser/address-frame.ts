import type { CustomFontSource, StripeAddressElementOptions } from '@stripe/stripe-js'
import { addFonts } from './custom-fonts.ts'
import { addRule, restyle } from './frame-style.ts'
import { listenToParent, part, sendHeight, sendParent } from './parent.ts'

type Options = Partial<StripeAddressElementOptions> & {
  theme?: string
  variables?: Record<string, string>
  rules?: Record<string, object>
  fonts?: CustomFontSource[]
}

/** The variables of an appearance that the style sheet reads. */
const variables = [
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorTextPlaceholder',
  'colorDanger',
  'fontFamily',
  'fontSizeBase',
  'borderRadius',
]

/** The rules of an appearance that the form follows. */
const ruleSelectors: Record<string, string> = { '.Input': 'input, select', '.Label': '.label' }

const names = ['name', 'line1', 'line2', 'city', 'state', 'postal_code'] as const
type Name = (typeof names)[number] | 'country'

const countries = new Intl.DisplayNames('en', { type: 'region' })
const offered = ['US', 'AU', 'BR', 'CA', 'CH', 'DE', 'FR', 'GB', 'HK', 'IE', 'JP', 'NL', 'SG']
/**
 * The required fields of an address besides name and first line. For countries that are not listed, only the city is required.
 */
const needed: Record<string, Name[]> = {
  US: ['city', 'state', 'postal_code'],
  AU: ['city', 'state', 'postal_code'],
  CA: ['city', 'state', 'postal_code'],
  HK: ['state'],
  JP: ['state', 'postal_code'],
  SG: ['postal_code'],
}

const country = document.querySelector('select')!
const options: Options = {}
const input = (name: Name) => (name === 'country' ? country : part(name))
const value = (name: Name) => input(name).value.trim()

function isComplete() {
  // The page has not sent the list of countries yet.
  if (country.value === '') return false
  const needs = needed[country.value] ?? ['city', 'postal_code']
  const hasAll = (['name', 'line1', ...needs] as Name[]).every((name) => value(name) !== '')
  return hasAll && (country.value !== 'US' || /^\d{5}(-\d{4})?$/.test(value('postal_code')))
}

function state() {
  return {
    elementMode: options.mode,
    empty: names.every((name) => value(name) === ''),
    complete: isComplete(),
    isNewAddress: true,
    value: {
      name: value('name'),
      address: {
        line1: value('line1'),
        line2: value('line2') || null,
        city: value('city'),
        state: value('state'),
        postal_code: value('postal_code'),
        country: country.value,
      },
    },
  }
}

function update(change: Options) {
  Object.assign(options, change)
  const { dataset, style } = document.documentElement
  dataset.theme = options.theme ?? 'stripe'
  for (const name of variables) style.setProperty(`--${name}`, options.variables?.[name] ?? null)
  addFonts(change.fonts)
  restyle(() => {
    for (const [name, styles] of Object.entries(options.rules ?? {}))
      if (ruleSelectors[name]) addRule(ruleSelectors[name], styles)
  })
  const codes = options.allowedCountries ?? offered
  const former = country.value
  country.replaceChildren(...codes.map((code) => new Option(countries.of(code) ?? code, code)))
  const { name, address } = change.defaultValues ?? {}
  if (name) part('name').value = name
  for (const [key, text] of Object.entries(address ?? {}))
    if (text && document.getElementById(key)) input(key as Name).value = text
  if (!address?.country && codes.includes(former)) country.value = former
  sendParent('change', state())
}

for (const name of [...names, 'country'] as const) {
  input(name).addEventListener('input', () => sendParent('change', state()))
  input(name).addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') sendParent('escape')
  })
}
addEventListener('focus', () => sendParent('focus'))
addEventListener('blur', () => sendParent('blur'))

listenToParent((op, body) => {
  if (op === 'update') update(body as Options)
  if (op === 'focus') part('name').focus()
  if (op === 'clear') for (const name of names) input(name).value = ''
  return op === 'value' ? state() : undefined
})
sendHeight()
sendParent('ready')
