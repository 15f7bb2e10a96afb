import type { StripeElementStyle, StripeElementStyleVariant } from '@stripe/stripe-js'

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

/** The selector of each variant of an element's style: the form has the state, a field its own error. */
const selectors: Record<keyof StripeElementStyle, string> = {
  base: 'form input',
  complete: 'form[data-complete] input',
  empty: 'form[data-empty] input',
  invalid: 'form input[aria-invalid=true]',
}

const allowed = new Set([
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
])

/** Applies the page's style to the fields, property by property, so that its text cannot add rules. */
export function dress(style: StripeElementStyle) {
  sheet.replaceSync('')
  for (const [variant, selector] of Object.entries(selectors)) {
    const wanted = style[variant as keyof StripeElementStyle]
    if (!wanted) continue
    addRule(selector, wanted)
    for (const [state, styles] of Object.entries(wanted))
      if (/^::?(placeholder|focus|hover|disabled|-webkit-autofill)$/.test(state))
        addRule(`${selector}${state}`, styles as StripeElementStyleVariant)
  }
}

function addRule(selector: string, styles: StripeElementStyleVariant) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const [name, value] of Object.entries(styles))
    if (allowed.has(name) && typeof value === 'string')
      (rule as CSSStyleRule).style.setProperty(dashed(name), value)
}

const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
