import { isolated } from '@portal/domain/kernel/isolated'
import { escapeHtml } from '@portal/domain/kernel/escape-html'

/** One row of a table: label, value, and optionally a sentence about it. */
export type Fact = readonly [label: string, value: string, sentence?: string]

/**
 * The content of a mail without its layout. Names in these texts are marked by `named`. Values of facts need no mark: each
 * value is isolated as a whole.
 */
export interface MailContent {
  /** States the fact, without a period. */
  heading: string
  /** Hidden in the mail; mail programs show it after the subject. */
  preview: string
  /** A sentence below the heading. */
  lead?: string
  /** The facts that identify the subject of the mail. */
  facts: readonly Fact[]
  /** Tables of several objects of the same kind, such as invoices. */
  lists?: readonly { title: string; rows: readonly Fact[] }[]
  /** Links to the exact page; the path starts with a slash. */
  button?: { label: string; path: string }
  /** At most two sentences. */
  notes?: readonly string[]
  /** Mails of a company with the same thread are shown together. */
  thread?: string
  /** The numbers of the invoices whose payments the mail is about: their readers are found again when it is sent. */
  readersOf?: readonly string[]
  /** The numbers of the invoices that the mail shows: a recipient who may not see one when it is sent does not get it. */
  shows?: readonly string[]
  /** The payments whose receipts are attached. */
  receiptOf?: string | readonly string[]
  /** The purchase of an accreditation whose receipt is attached. */
  purchaseOf?: string
  /** The numbers of the invoices whose PDFs are attached. */
  invoicesOf?: readonly string[]
}

const marked = /\u2068([^\u2068\u2069]*)\u2069/g

/** Marks a name, so that it cannot reorder the sentence around it. */
export const named = (name: string) =>
  `\u2068${oneLine(name).replace(/[\u2066-\u2069]/g, '')}\u2069`

/** Returns the plain text of a sentence: names are isolated only if they need it. */
export const asText = (sentence: string) =>
  oneLine(sentence).replace(marked, (_mark, name: string) => isolated(name))

/** Returns the HTML of a sentence. */
export const asHtml = (sentence: string) =>
  escapeHtml(oneLine(sentence)).replace(marked, '<bdi>$1</bdi>')

/** Returns the text or HTML of a value of which any part may be a name. */
export const valueAsText = (value: string) =>
  asText(value.includes('\u2068') ? value : named(value))
export const valueAsHtml = (value: string) => `<bdi>${asHtml(value)}</bdi>`

/** Texts of companies and invoices are data: they must not end a header or a line. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns a text that a person typed, cut to the length that a mail needs. */
export const clipped = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text)
