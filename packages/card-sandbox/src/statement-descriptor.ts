import { badParameter } from './wire/api-error.ts'
import type { Params } from './wire/params.ts'

/** The prefix of the account's payments on a card's statement. */
export const descriptorPrefix = 'SANDBOX'
const longest = 22
const longestSuffix = longest - `${descriptorPrefix}* `.length

/** Returns the text on the card's statement: the account's prefix, then the payment's suffix. */
export function statementDescriptor(suffix: string | null) {
  return suffix ? `${descriptorPrefix}* ${suffix.toUpperCase()}` : descriptorPrefix
}

/** Reads the suffix by the provider's rules, which apply to prefix and suffix together. */
export function readDescriptorSuffix(params: Params) {
  // The full descriptor is for other payment methods, and the sandbox has only card payments.
  if (params.text('statement_descriptor'))
    throw refusedText(
      'statement_descriptor',
      'Card payments do not take `statement_descriptor`. Use `statement_descriptor_suffix` instead.',
    )
  const param = 'statement_descriptor_suffix'
  const suffix = params.text(param)
  if (!suffix) return null
  if (/[<>\\'"*]/.test(suffix))
    throw refusedText(param, `The statement descriptor cannot include < > \\ ' " or *.`)
  if (!/[A-Za-z]/.test(suffix))
    throw refusedText(param, 'The statement descriptor must contain at least one Latin letter.')
  if (!/^[\x20-\x7e]+$/.test(suffix))
    throw refusedText(param, 'The statement descriptor may contain Latin characters only.')
  if (suffix.length > longestSuffix)
    throw refusedText(
      param,
      `With its prefix the statement descriptor may have ${longest} characters: ${longestSuffix} are left for the suffix.`,
    )
  return suffix
}

const refusedText = (param: string, message: string) => badParameter(param, undefined, message)
