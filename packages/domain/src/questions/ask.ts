import type { LineItem } from '../invoices/invoices.schema.ts'
import { isolated } from '../kernel/isolated.ts'
import { plural } from '../kernel/plural.ts'
import { messageLimit, mostInDay, mostOpen } from './ask-limits.ts'
import type { AskedLine, InvoiceQuestion } from './questions.schema.ts'

/** Returns the message as it is stored: without spaces around it, and with uniform line breaks. */
export const messageText = (typed: string) => typed.replaceAll(/\r\n?/g, '\n').trim()

/** Returns why a message cannot be sent, or undefined if it can. */
export function messageFault(typed: string): string | undefined {
  const message = messageText(typed)
  // A message of only invisible characters cannot be read.
  if (!/[^\p{Z}\p{C}]/u.test(message)) return 'Please enter a question.'
  if (/[\p{Cc}\p{Cs}]/u.test(message.replaceAll(/[\t\n]/g, '')))
    return 'A question cannot contain control characters.'
  return [...message].length > messageLimit
    ? `A question has at most ${messageLimit.toLocaleString('en-US')} characters.`
    : undefined
}

/** Returns why no further question can be asked, or undefined if one can. */
export function askRefusal(asked: { open: number; inDay: number }): string | undefined {
  if (asked.open >= mostOpen)
    return `${plural(mostOpen, 'question')} about this invoice are waiting for an answer, the most that are possible. Withdraw one, or wait for an answer.`
  return asked.inDay >= mostInDay
    ? `Your company has asked ${plural(mostInDay, 'question')} in the last 24 hours, the most that are possible. Please try again tomorrow.`
    : undefined
}

/** Returns what a question stores about its line. */
export const askedLine = (line: LineItem): AskedLine => ({
  productName: line.productName,
  description: line.description,
  moreInfo: line.moreInfo,
  userName: line.userName ?? null,
  licenseId: line.licenseId ?? null,
  quantity: line.quantity,
  salesPrice: line.salesPrice,
  total: line.total,
  currency: line.currency,
  servicePeriodStart: line.servicePeriodStart ?? null,
  servicePeriodEnd: line.servicePeriodEnd ?? null,
})

type Named = Pick<AskedLine, 'productName' | 'description'>

/** Returns a name such as `line 3: TT Pro`. Long names are cut, because histories and buttons contain them. */
export function lineName(position: number, { productName, description }: Named): string {
  const name = (productName || description).trim().replaceAll(/\s+/g, ' ')
  const signs = [...name]
  const short = signs.length > 80 ? `${signs.slice(0, 79).join('')}…` : name
  return `line ${position}${short && `: ${isolated(short)}`}`
}

export type QuestionState = 'open' | 'answered' | 'withdrawn'

/** Returns the state of a question. An answer counts even if the question was withdrawn before the answer arrived. */
export const questionState = ({
  answer,
  withdrawnAt,
}: Pick<InvoiceQuestion, 'answer' | 'withdrawnAt'>): QuestionState =>
  answer ? 'answered' : withdrawnAt ? 'withdrawn' : 'open'
