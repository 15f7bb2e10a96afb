/**
 * The provider puts the account's prefix of up to 10 characters, `* `, and this suffix on the card's statement: 22
 * characters in all. A suffix that is too long or not of its alphabet is refused, and with it the payment.
 */
const longest = 10
const word = 'INV '

/**
 * Returns what a card's statement says of a payment: the number of its invoice, or the end of it, which tells invoices
 * apart. Latin letters, digits and a few signs, with one letter at least.
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

/** The last whole parts of a number that fit, or its last characters where no part does. */
function endOf(number: string, room: number): string {
  if (number.length <= room) return number
  const end = number.slice(-room)
  const isPart = /[ ._/#-]/.test(number.charAt(number.length - room - 1))
  const parts = isPart ? end : end.replace(/^[^ ._/#-]*[ ._/#-]+/, '')
  return parts === '' ? end : parts
}
