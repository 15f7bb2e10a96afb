import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns an id in the provider's format: a prefix for the kind, then random letters. */
export function newId(prefix: string, length = 24) {
  return prefix + randomLetters(length)
}

export function randomLetters(length: number) {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
}
