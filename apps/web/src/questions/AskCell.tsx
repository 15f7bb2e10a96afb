import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { lineName } from '@portal/domain/questions/ask'
import { MessageCircleQuestionMark } from 'lucide-react'
import css from './AskCell.module.css'
import type { LineQuestions } from './line-questions.ts'

const words = { open: 'Asked', answered: 'Answered' }

/** Opens a new question about a line, or the earlier ones. A single button, which keeps the focus when its state changes. */
export function AskCell({ line, questions }: { line: LineItem; questions: LineQuestions }) {
  const { placeOf, stateOf, onOpen } = questions
  const state = stateOf(line)
  const name = lineName(placeOf(line), line)
  return (
    <button
      type="button"
      className={css.ask}
      data-state={state}
      aria-label={state ? `${words[state]}, ${name}` : `Ask about ${name}`}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={() => onOpen(line)}
    >
      {state ? words[state] : <MessageCircleQuestionMark size={16} aria-hidden />}
    </button>
  )
}
