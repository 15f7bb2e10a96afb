import type { InvoiceDetail, LineItem } from '@portal/domain/invoices/invoices.schema'
import { plural } from '@portal/domain/kernel/plural'
import { askedLine, questionState } from '@portal/domain/questions/ask'
import type { AskedLine, InvoiceQuestion } from '@portal/domain/questions/questions.schema'

/** A line as the user saw it. Imports may have moved, changed or removed it since. */
export interface SeenLine {
  position: number
  line: AskedLine
}

/**
 * The current place of a line: its old place if the content is the same, otherwise the nearest line with the same content
 * (decision 0073). Undefined if there is none.
 */
export function placeNow(
  lineItems: readonly LineItem[],
  { position, line }: SeenLine,
): number | undefined {
  const isSame = (one: LineItem | undefined) => one !== undefined && saysSame(askedLine(one), line)
  if (isSame(lineItems[position - 1])) return position
  const away = (place: number) => Math.abs(place - position)
  return lineItems
    .flatMap((one, index) => (isSame(one) ? [index + 1] : []))
    .toSorted((one, other) => away(one) - away(other))[0]
}

const saysSame = (one: AskedLine, other: AskedLine) =>
  (Object.keys(one) as (keyof AskedLine)[]).every((field) => one[field] === other[field])

/** The questions about a line that is at this place now, or about one that the invoice no longer has. */
export const questionsAbout = (
  questions: readonly InvoiceQuestion[],
  { line }: SeenLine,
  place: number | undefined,
) =>
  questions.filter((question) =>
    place === undefined
      ? question.placeNow === null && saysSame(question.line, line)
      : question.placeNow === place,
  )

/** The data about questions for the cells of an invoice's lines. */
export interface LineQuestions {
  /** The place of a line on the invoice, however the list is sorted. */
  placeOf: (line: LineItem) => number
  /** The state of the questions about the line; withdrawn ones do not count. */
  stateOf: (line: LineItem) => 'open' | 'answered' | undefined
  /** Opens the questions about the line, or a new one. */
  onOpen: (line: LineItem) => void
}

export function lineQuestions(
  { lineItems }: Pick<InvoiceDetail, 'lineItems'>,
  questions: readonly InvoiceQuestion[],
): Pick<LineQuestions, 'placeOf' | 'stateOf'> {
  const places = new Map(lineItems.map((line, index) => [line, index + 1]))
  const states = new Map<number, 'open' | 'answered'>()
  for (const question of questions) {
    const state = questionState(question)
    const { placeNow } = question
    // A waiting question decides the state, even if earlier ones were answered.
    if (placeNow !== null && state !== 'withdrawn' && states.get(placeNow) !== 'open')
      states.set(placeNow, state)
  }
  const placeOf = (line: LineItem) => places.get(line) ?? 0
  return { placeOf, stateOf: (line) => states.get(placeOf(line)) }
}

/** `2 questions to the provider: 1 answered, 1 waiting for an answer`. */
export function questionsText(questions: readonly InvoiceQuestion[]): string {
  const words = { answered: 'answered', open: 'waiting for an answer', withdrawn: 'withdrawn' }
  const states = questions.map(questionState)
  const parts = (['answered', 'open', 'withdrawn'] as const).flatMap((state) => {
    const count = states.filter((one) => one === state).length
    if (count === 0) return []
    return questions.length === 1 ? [words[state]] : [`${count} ${words[state]}`]
  })
  return `${plural(questions.length, 'question')} to the provider: ${parts.join(', ')}`
}

/** How many questions are about a line whose content has changed. */
export function lostText(questions: readonly InvoiceQuestion[]): string | undefined {
  const lost = questions.filter(({ placeNow }) => placeNow === null).length
  return lost === 0 ? undefined : `${plural(lost, 'line')} changed or gone since then.`
}
