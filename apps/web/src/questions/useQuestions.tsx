import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { askedLine, lineName } from '@portal/domain/questions/ask'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestionMark } from 'lucide-react'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Row } from '../ui/parts.tsx'
import {
  lineQuestions,
  lostText,
  placeNow,
  questionsAbout,
  questionsText,
  type LineQuestions,
  type SeenLine,
} from './line-questions.ts'
import { questionsQuery } from './questions.api.ts'
import { useDrafts } from './useDrafts.ts'
import css from './useQuestions.module.css'

const AskDialog = lazyLayer(() => import('./AskDialog.tsx'), 'AskDialog')
const QuestionsPanel = lazyLayer(() => import('./QuestionsPanel.tsx'), 'QuestionsPanel')

/**
 * Questions to the provider about the lines of an invoice: the data for the cells of the lines, and the elements and
 * layers above the lines.
 */
export function useQuestions(invoice: InvoiceDetail): { ofLines: LineQuestions; above: ReactNode } {
  const { accountId } = usePortal().company
  const { invoiceNumber } = invoice
  const query = useQuery(questionsQuery(accountId, invoiceNumber))
  const questions = query.data ?? none
  const { lineItems } = invoice
  const { draft, openAt, write, close, remove } = useDrafts(invoiceNumber, lineItems)
  // The line, not only its place: an import may move another line there while the panel is open.
  const [shown, show] = useState<SeenLine | 'all'>()
  const ofLines = useMemo(() => {
    const { placeOf, stateOf } = lineQuestions({ lineItems }, questions)
    const onOpen: LineQuestions['onOpen'] = (line) => {
      const seen = { position: placeOf(line), line: askedLine(line) }
      if (stateOf(line)) show(seen)
      else openAt(seen)
    }
    return { placeOf, stateOf, onOpen }
  }, [lineItems, questions, openAt])
  const lost = lostText(questions)
  const layer = { accountId, invoiceNumber }

  const dialog = draft && (
    <AskDialog
      {...layer}
      draft={draft}
      place={placeNow(lineItems, draft)}
      onWrite={write}
      onSent={remove}
      onClose={close}
    />
  )

  const panelOf = (seen: SeenLine) => {
    const place = placeNow(lineItems, seen)
    return {
      title: `Questions about line ${place ?? seen.position}`,
      questions: questionsAbout(questions, seen, place),
      actions: place !== undefined && (
        <Button
          icon={<MessageCircleQuestionMark size={16} aria-hidden />}
          aria-label={`Ask again about ${lineName(place, seen.line)}`}
          onClick={() => openAt({ ...seen, position: place })}
        >
          Ask again
        </Button>
      ),
    }
  }

  const above = (
    <>
      {query.isError && (
        <QueryError
          query={query}
          text={failureText(query.error, 'The questions could not be loaded.')}
        />
      )}
      {questions.length > 0 && (
        <Row as="section" justify="between" wrap className={css.bar} aria-label="Questions">
          <p>
            {questionsText(questions)}
            {lost && <small>{lost}</small>}
          </p>
          <Button size="small" onClick={() => show('all')}>
            Show questions
          </Button>
        </Row>
      )}
      <Suspense>
        {shown !== undefined && (
          <QuestionsPanel
            {...layer}
            {...(shown === 'all'
              ? { title: `Questions about invoice ${isolated(invoiceNumber)}`, questions }
              : panelOf(shown))}
            onClose={() => show(undefined)}
          >
            {dialog}
          </QuestionsPanel>
        )}
        {shown === undefined && dialog}
      </Suspense>
    </>
  )
  return { ofLines, above }
}

const none: readonly never[] = []
