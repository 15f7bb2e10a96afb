/**
 * Returns a text without the characters at its end that match a pattern for one character. A pattern with `+$` would take
 * quadratic time.
 */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length
  while (end > 0 && dropped.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
