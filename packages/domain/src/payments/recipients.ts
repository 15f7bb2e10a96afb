// Characters as the form allows them, and a domain with a dot; linear.
const address = /^[A-Za-z0-9+_.-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** Most addresses of one call, and most a company may have. */
const mostPerCall = 100
export const mostRecipients = 500

function isRecipient(email: string): boolean {
  return email.length <= 254 && address.test(email)
}

/** What is wrong with addresses that are to be added to those known already; nothing when all are fine. */
export function recipientsFault(
  emails: readonly string[],
  known: readonly string[],
): string | undefined {
  if (emails.length === 0) return 'Invalid emails or duplicates found.'
  if (emails.length > mostPerCall) return `Please add at most ${mostPerCall} addresses at once.`
  const seen = new Set(known.map((email) => email.toLowerCase()))
  const wrong = emails.filter((email) => {
    const key = email.toLowerCase()
    const isDuplicate = seen.has(key)
    seen.add(key)
    return isDuplicate || !isRecipient(email)
  })
  return wrong.length > 0 ? `Invalid or duplicate email(s): ${wrong.join(', ')}` : undefined
}

/** Reads what was typed: addresses separated by commas and nothing else. */
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
