import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { useCallback } from 'react'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { useTyped } from '../session/useTyped.ts'
import { placeNow, type SeenLine } from './line-questions.ts'

/** A question that the user has not sent yet, and the line it is about. */
export interface Draft extends SeenLine {
  /**
   * The idempotency key. It lasts as long as the draft, so that a draft is sent once, even if a response was lost and the
   * dialog was closed and opened again.
   */
  key: string
  text: string
}

interface Drafts {
  all: readonly Draft[]
  /** The key of the draft whose dialog is open. */
  open?: string
}

/** The drafts about lines of an invoice, and the one whose dialog is open. */
export function useDrafts(invoiceNumber: string, lineItems: readonly LineItem[]) {
  const typed = useTyped<Drafts>(`questions about ${invoiceNumber}`, { all: [] })
  const { all, open } = typed.value
  const setDrafts = typed.set
  const openAt = useCallback(
    (seen: SeenLine) => {
      const fresh = { ...seen, key: newIdempotencyKey(), text: '' }
      setDrafts((known) => {
        const isAbout = (one: Draft) => placeNow(lineItems, one) === seen.position
        const draft = known.all.find(isAbout)
        return draft
          ? // An import may have moved the line while the dialog was closed.
            {
              all: known.all.with(known.all.indexOf(draft), { ...draft, ...seen }),
              open: draft.key,
            }
          : { all: [...known.all, fresh], open: fresh.key }
      })
    },
    [lineItems, setDrafts],
  )
  return {
    draft: all.find(({ key }) => key === open),
    openAt,
    write: (text: string) =>
      setDrafts((known) => ({
        ...known,
        all: known.all.map((one) => (one.key === known.open ? { ...one, text } : one)),
      })),
    close: () => setDrafts((known) => ({ all: known.all.filter(({ text }) => text !== '') })),
    /** Removes a draft that was sent, and closes its dialog. */
    remove: (sent: Draft) =>
      setDrafts((known) => ({ all: known.all.filter(({ key }) => key !== sent.key) })),
  }
}
