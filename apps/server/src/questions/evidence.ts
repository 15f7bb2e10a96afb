import type { AskedLine } from '@portal/domain/questions/questions.schema'
import type { Tx } from '../platform/database.ts'

/** A line of an invoice, and what it says. */
export interface LineOfInvoice {
  accountId: string
  invoiceNumber: string
  position: number
  line: AskedLine
}

/**
 * Returns what the portal knows about the authorization of a line, in words for the provider; null if it knows nothing.
 * It is stored with the question and is part of its event and mail. Users do not see it: they may lack the right to see
 * who ordered. The authorization of lines is not known yet.
 */
export async function evidenceOf(_tx: Tx, _line: LineOfInvoice): Promise<string | null> {
  return null
}
