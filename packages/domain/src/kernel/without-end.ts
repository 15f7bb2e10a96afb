/** Returns a text without the characters at its end that a pattern of one character accepts; a pattern with `+$` would be quadratic. */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length
  while (end > 0 && dropped.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
