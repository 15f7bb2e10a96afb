/** A number with its sign or parentheses, and a currency before or after it. */
const written =
  /^\(?-?(?:[A-Z]{3}\s|[A-Z]{0,2}\p{Sc}\s?)?-?(\d[\d.,\s'\u2019]*)(?:[A-Z]{3}|\p{Sc})?-?\)?$/iu

/**
 * Returns the numbers that a written amount may mean, in whole units of its currency: of `1,234.50`, `1.234,50`, `1 234,50`,
 * `$1,234.50`, `(410.00)`. Empty for a text that is no amount. Two for `1.250`, which is 1250 where dots separate thousands,
 * otherwise 1.25. A comma before three digits separates thousands, as everywhere in the portal.
 */
export function readAmount(text: string): number[] {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
  // Blanks and apostrophes only separate three digits: `12 50` is no amount.
  const digits =
    written
      .exec(plain)?.[1]
      ?.trim()
      .replaceAll(/[\s'\u2019](?=\d{3}(?!\d))/g, '') ?? ''
  const sign = /[-(]/.test(plain) ? -1 : 1
  const numbers = [numberIn(digits, /,/g, /\.\d{1,3}$/), numberIn(digits, /\./g, /,\d{1,2}$/)]
  return [...new Set(numbers.flatMap((number) => (number === undefined ? [] : [sign * number])))]
}

/** The number if all other separators stand between groups of three digits. */
function numberIn(digits: string, separator: RegExp, decimals: RegExp): number | undefined {
  const cents = decimals.exec(digits)?.[0] ?? ''
  const whole = digits.slice(0, digits.length - cents.length)
  const isGrouped = /^[1-9]\d{0,2}(\D\d{3})+$/.test(whole)
  const plain = isGrouped ? whole.replaceAll(separator, '') : whole
  return /^\d{1,12}$/.test(plain) ? Number(`${plain}${cents.replace(',', '.')}`) : undefined
}
