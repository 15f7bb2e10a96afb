// The address rule of HTML forms, and a domain with a dot; linear, and without quotes, comments or line ends.
const address =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/** Whether a mail can be sent there: name@domain.tld, at most 254 characters, one address and nothing else. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

/** Two spellings of one mailbox. Only case is folded: dots and +tags may be different people. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
