// Texts with which the page, the PDF and the mails show a change. Nothing is computed here, so the page does not load the rules.

/** Returns the explanation without the changes that are not about money. */
export const firstSentence = (sentence: string): string => sentence.split(/(?<=\.) Also: /)[0] ?? ''

/** The title of an explanation, and what a reader of only some categories reads with it. */
export const whyTitle = 'Why did my bill change?'
export const ofVisible = 'This considers only the invoices you may see.'

/**
 * Returns the largest causes and the remaining ones; a single remaining cause is shown too, because a row for "others"
 * would not be shorter.
 */
export function largestCauses<One>(causes: readonly One[], most: number) {
  const shown = causes.length > most + 1 ? causes.slice(0, most) : causes
  return { shown, rest: causes.slice(shown.length) }
}

/** Returns the words of a cause with a capital letter, for the start of a sentence or a row. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The most invoices that one call compares. */
export const mostCompared = 60
