import type { StripeError } from '@stripe/stripe-js'

export type Failed = { error: StripeError }

const noConnection: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
    'Please check your internet connection and try again.',
}

/** Calls the provider's API like its script: with a plain form, so that browsers send no preflight request. */
export async function callProvider<Answer extends object>(
  method: 'GET' | 'POST',
  url: string,
  fields: Record<string, string | undefined>,
): Promise<Answer | Failed> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value)
  try {
    const response =
      method === 'GET'
        ? await fetch(`${url}?${form}`)
        : await fetch(url, { method: 'POST', body: form })
    return (await response.json()) as Answer | Failed
  } catch {
    return { error: noConnection }
  }
}

export const hasFailed = (answer: object): answer is Failed => 'error' in answer

/** Returns form fields in the format of the API: `{ billing_details: { name } }` becomes `billing_details[name]`. */
export function formFields(value: unknown, prefix = ''): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (typeof value === 'string') return { [prefix]: value }
  if (typeof value !== 'object') return { [prefix]: JSON.stringify(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) =>
      formFields(inner, prefix ? `${prefix}[${name}]` : name),
    ),
  ) as Record<string, string>
}
