import { addressKey } from '../kernel/email.ts'

// The characters that the form allows, with a dot in the domain. The pattern runs in linear time.
const address = /^[A-Za-z0-9+_.-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** The most addresses of one call, and of one company. */
const mostPerCall = 100
export const mostRecipients = 500

function isRecipient(email: string): boolean {
  return email.length <= 254 && address.test(email)
}

/** Returns what is wrong with new addresses, or undefined if all can be added to the existing ones. */
export function recipientsFault(
  emails: readonly string[],
  known: readonly string[],
): string | undefined {
  if (emails.length === 0) return 'Invalid emails or duplicates found.'
  if (emails.length > mostPerCall) return `Please add at most ${mostPerCall} addresses at once.`
  const seen = new Set(known.map(addressKey))
  const wrong = emails.filter((email) => {
    const key = addressKey(email)
    const isDuplicate = seen.has(key)
    seen.add(key)
    return isDuplicate || !isRecipient(email)
  })
  return wrong.length > 0 ? `Invalid or duplicate email(s): ${wrong.join(', ')}` : undefined
}

/** Reads typed addresses, which must be separated by commas. */
export function readRecipients(
  text: string,
  known: readonly string[],
): { emails: string[] } | { fault: string } {
  const typed = text.trim()
  if (/\s|;/.test(typed)) return { fault: 'Emails must be comma-separated without spaces.' }
  const emails = typed === '' ? [] : typed.split(',')
  const fault = recipientsFault(emails, known)
  return fault === undefined ? { emails } : { fault }
}
