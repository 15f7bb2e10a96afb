import { readRecipients, recipientsFault } from '@portal/domain/payments/recipients'
import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'

/** The addresses to send, and the invalid text that stays in the field. */
export interface SortedEntries {
  /** Empty if nothing can be sent. */
  emails: string[]
  left: string[]
  /** The error of the remaining entries, or of the whole text. */
  fault: string | undefined
}

/** Separates valid from invalid entries; of two equal ones the second is invalid. */
export function sortEntries(text: string, known: readonly string[]): SortedEntries {
  const read = readRecipients(text, known)
  if ('emails' in read) return { emails: read.emails, left: [], fault: undefined }
  const typed = text.trim()
  // The whole text is invalid: the entries cannot be separated.
  if (typed === '' || /\s|;/.test(typed)) return { emails: [], left: [typed], fault: read.fault }
  const emails: string[] = []
  const left: string[] = []
  for (const entry of typed.split(',')) {
    const isGood = recipientsFault([entry], [...known, ...emails]) === undefined
    if (isGood) emails.push(entry)
    else left.push(entry)
  }
  // Every entry is valid, so there are too many.
  if (left.length === 0) return { emails: [], left: emails, fault: read.fault }
  return { emails, left, fault: read.fault }
}

/** The list with the added recipients first. */
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

export const idsOf = (categories: ExternalRecipient['categories']) =>
  categories.map(({ invoiceCategoryId }) => invoiceCategoryId)
