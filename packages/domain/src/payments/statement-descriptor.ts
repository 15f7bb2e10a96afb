/**
 * The card's statement shows the account's prefix of up to 10 characters, `* `, and this suffix: 22 characters in total.
 * If a suffix is too long or has other characters, the provider rejects the payment.
 */
const longest = 10
const word = 'INV '

/**
 * Returns the text of a payment on the card's statement: the invoice number, or its end, which differs between invoices.
 * It contains Latin letters, digits and a few signs, with at least one letter.
 */
export function statementDescriptorSuffix(invoiceNumber: string): string {
  const number = invoiceNumber
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ._/#-]+/g, '')
    .replace(/ +/g, ' ')
    .replace(/^[ ._/#-]+|[ ._/#-]+$/g, '')
  if (number === '') return 'INVOICE'
  const end = endOf(number, longest)
  return /[A-Za-z]/.test(end) ? end : word + endOf(number, longest - word.length)
}

/** Returns the last whole parts of a number that fit, or its last characters if no part fits. */
function endOf(number: string, room: number): string {
  if (number.length <= room) return number
  const end = number.slice(-room)
  const isPart = /[ ._/#-]/.test(number.charAt(number.length - room - 1))
  const parts = isPart ? end : end.replace(/^[^ ._/#-]*[ ._/#-]+/, '')
  return parts === '' ? end : parts
}
