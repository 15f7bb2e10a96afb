import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id in the provider's way: what it is, then letters nobody can guess. */
export function newId(prefix: string, length = 24) {
  return prefix + randomLetters(length)
}

export function randomLetters(length: number) {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
}
