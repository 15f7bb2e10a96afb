import { readRecipients, recipientsFault } from '@portal/domain/payments/recipients'
import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'

/** What can be sent of what was typed, and what stays in the field because something is wrong with it. */
export interface SortedEntries {
  /** Empty when nothing can be sent. */
  emails: string[]
  left: string[]
  /** What is wrong with the entries that are left, or with the text as a whole. */
  fault: string | undefined
}

/** Tells good entries from bad ones; of two that are the same the second is bad. */
export function sortEntries(text: string, known: readonly string[]): SortedEntries {
  const read = readRecipients(text, known)
  if ('emails' in read) return { emails: read.emails, left: [], fault: undefined }
  const typed = text.trim()
  // The text as a whole is wrong: it cannot be told where an entry ends.
  if (typed === '' || /\s|;/.test(typed)) return { emails: [], left: [typed], fault: read.fault }
  const emails: string[] = []
  const left: string[] = []
  for (const entry of typed.split(',')) {
    const isGood = recipientsFault([entry], [...known, ...emails]) === undefined
    if (isGood) emails.push(entry)
    else left.push(entry)
  }
  // Every entry is good, so there are too many of them.
  if (left.length === 0) return { emails: [], left: emails, fault: read.fault }
  return { emails, left, fault: read.fault }
}

/** The list with those just added at its front. */
export function withAdded(
  recipients: readonly ExternalRecipient[] | undefined,
  added: readonly ExternalRecipient[],
): ExternalRecipient[] | undefined {
  if (!recipients) return undefined
  const emails = new Set(added.map(({ email }) => email))
  return [...added, ...recipients.filter(({ email }) => !emails.has(email))]
}

export function withoutEmail(
  recipients: readonly ExternalRecipient[] | undefined,
  email: string,
): ExternalRecipient[] | undefined {
  return recipients?.filter((one) => one.email !== email)
}
