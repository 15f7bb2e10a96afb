/** The revision of an invoice that was read, and when. */
export interface Read {
  revision: string
  at: number
}

/**
 * An import may come between reading an invoice and its explanation. Returns which of the two to read again before they
 * are shown together; undefined if both are of one revision.
 */
export function olderRead(invoice: Read, changes: Read): 'invoice' | 'changes' | undefined {
  if (invoice.revision === changes.revision) return undefined
  return invoice.at <= changes.at ? 'invoice' : 'changes'
}
