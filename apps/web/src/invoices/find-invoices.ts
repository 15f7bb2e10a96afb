import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { formatDay, monthName } from '@portal/domain/kernel/day'
import { readAmount } from '@portal/domain/kernel/read-amount'
import { monthOfInvoice } from '@portal/domain/spend/spend-months'
import { compact, folded, wordsOf } from '../kernel/find.ts'
import { periodText } from './invoice-row.ts'

interface Texts {
  shown: string
  /** The numbers without separators. */
  numbers: string[]
}

/** Made on the first letter of a search, once for each row. */
const texts = new WeakMap<Invoice, Texts>()

function textsOf(row: Invoice): Texts {
  const known = texts.get(row)
  if (known) return known
  const numbers = [row.invoiceNumber, row.customerNumber].map(compact)
  const made = { shown: folded(shownTexts(row).join('\n')), numbers }
  texts.set(row, made)
  return made
}

const longMonth = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The texts of the row, and its days and month in the other ways in which people write them. */
function shownTexts(row: Invoice): string[] {
  const { invoiceNumber, name, customerNumber, invoiceType, currencyIsoCode, date, dueDate } = row
  const shown = [invoiceNumber, name, customerNumber, invoiceType, currencyIsoCode, periodText(row)]
  const month = monthOfInvoice(row)
  const written = [monthName(month), longMonth.format(Date.parse(month))]
  const days = (dueDate ? [date, dueDate] : [date]).flatMap((day) => [day, formatDay(day)])
  return [...shown, month, month.replace(/(.+)-(.+)/, '$2/$1'), ...written, ...days]
}

/**
 * Returns whether an invoice has all words of a search in what its row shows or in `more`, or is one of several numbers. An
 * amount in any notation finds the amounts and balances that are equal.
 */
export function invoiceFinder(typed: string): (row: Invoice, more?: string) => boolean {
  const isAmountOf = amountFinder(typed)
  const words = wordsOf(typed)
    .flatMap((word) => (readAmount(word).length > 0 ? [word] : word.split(',')))
    .filter((word) => word !== '')
    .map((text) => ({
      text,
      // `1.107` is an amount, not a part of INV-1107.
      number: /\D/.test(text) && readAmount(text).length > 0 ? undefined : compact(text),
      isAmountOf: amountFinder(text),
    }))
  return (row, more = '') => {
    if (words.length === 0) return true
    const { shown, numbers } = textsOf(row)
    const isListed = words.length > 1 && words.some(({ number }) => number === numbers[0])
    return (
      isListed ||
      isAmountOf(row) ||
      words.every(
        ({ text, number, isAmountOf }) =>
          shown.includes(text) ||
          more.includes(text) ||
          (number && numbers.some((one) => one.includes(number))) ||
          isAmountOf(row),
      )
    )
  }
}

/** Whether an amount or balance is the written one; if that has no decimals, those of the amount do not count. */
function amountFinder(text: string): (row: Invoice) => boolean {
  const numbers = readAmount(text).map(Math.abs)
  const isWhole = !/[.,]\d{1,2}\D*$/.test(text)
  const isWritten = (amount: number) =>
    numbers.includes(isWhole ? Math.trunc(Math.abs(amount)) : Math.abs(amount))
  return ({ amount, balanceDue }) =>
    numbers.length > 0 && (isWritten(amount) || isWritten(balanceDue))
}
