const brandPatterns: [brand: string, pattern: RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['discover', /^6(011|4|5)/],
  ['jcb', /^35/],
  ['diners', /^3[068]/],
  ['unionpay', /^62/],
]

/** Returns the brand of a number, even of an incomplete one. */
export function brandOf(number: string) {
  return brandPatterns.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown'
}

export function passesLuhn(number: string) {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
