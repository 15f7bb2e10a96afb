import type { StripeElementStyle } from '@stripe/stripe-js'
import { addRule, restyle } from './frame-style.ts'

/** The selector of each variant of an element's style. The form has the state; a field has its own error. */
const selectors: Record<keyof StripeElementStyle, string> = {
  base: 'form input',
  complete: 'form[data-complete] input',
  empty: 'form[data-empty] input',
  invalid: 'form input[aria-invalid=true]',
}

/** Applies the page's style to the fields. */
export function dress(style: StripeElementStyle) {
  restyle(() => {
    for (const [variant, selector] of Object.entries(selectors)) {
      const wanted = style[variant as keyof StripeElementStyle]
      if (!wanted) continue
      addRule(selector, wanted)
      for (const [state, styles] of Object.entries(wanted))
        if (/^::?(placeholder|focus|hover|disabled|-webkit-autofill)$/.test(state))
          addRule(`${selector}${state}`, styles as object)
    }
  })
}
