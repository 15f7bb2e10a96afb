// The rule for addresses in HTML forms, with a dot in the domain. It runs in linear time and allows no quotes or line ends.
const address =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/** Returns whether a text is one email address, name@domain.tld, of at most 254 characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

/**
 * Returns the same key for two spellings of one mailbox, as the database's `address_key` does. Only A-Z is converted:
 * addresses with other dots or +tags may belong to other people, and toLowerCase() turns the Kelvin sign (U+212A) into k.
 */
export function addressKey(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

export function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other)
}
