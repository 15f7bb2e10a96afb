// What the page, the PDF and the mails share when they show a change. It computes nothing, so the page needs no rules.

/** Returns the sentence without what changed besides the money. */
export const firstSentence = (sentence: string): string => sentence.split(/(?<=\.) Also: /)[0] ?? ''

/** Where a change is explained: the title, and what a reader of some categories reads with it. */
export const whyTitle = 'Why did my bill change?'
export const ofVisible = 'This considers only the invoices you may see.'

/** Returns the largest causes, and the others if more than one is left: one row would not be shorter than the cause. */
export function largestCauses<One>(causes: readonly One[], most: number) {
  const shown = causes.length > most + 1 ? causes.slice(0, most) : causes
  return { shown, rest: causes.slice(shown.length) }
}

/** Begins the words of a cause as a sentence or a row does. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** So many invoices are compared by one call. */
export const mostCompared = 60
