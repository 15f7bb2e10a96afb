/** Text as searches compare it: without case and accents, and with one kind of dash and of blank. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[^\S\n]+/g, ' ')
    .toUpperCase()

/** Without dashes and other separators, which files of banks drop or replace. */
export const compact = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}\n]/gu, '')

/** The words of a search; separators alone are none. */
export const wordsOf = (typed: string): string[] =>
  folded(typed)
    .split(/[\s;|"]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Returns whether texts contain all words of a search. */
export function finder(typed: string): (...texts: string[]) => boolean {
  const words = wordsOf(typed)
  return (...texts) => {
    const text = folded(texts.join('\n'))
    return words.every((word) => text.includes(word))
  }
}
