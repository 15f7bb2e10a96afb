import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { lineName } from '@portal/domain/questions/ask'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestionMark } from 'lucide-react'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { lineQuestions, lostText, questionsText, type LineQuestions } from './line-questions.ts'
import { questionsQuery } from './questions.api.ts'
import css from './useQuestions.module.css'

const AskDialog = lazyLayer(() => import('./AskDialog.tsx'), 'AskDialog')
const QuestionsPanel = lazyLayer(() => import('./QuestionsPanel.tsx'), 'QuestionsPanel')

/**
 * Questions to the provider about the lines of an invoice: what the cells of the lines need, and what stands above the
 * lines, with its layers.
 */
export function useQuestions(invoice: InvoiceDetail): { ofLines: LineQuestions; above: ReactNode } {
  const { accountId } = usePortal().company
  const { invoiceNumber } = invoice
  const query = useQuery(questionsQuery(accountId, invoiceNumber))
  const questions = query.data ?? none
  /** The place of the line that is asked about. */
  const [asked, ask] = useState<number>()
  const [shown, show] = useState<number | 'all'>()
  const [drafts, setDrafts] = useState<Record<number, string>>({})
  const ofLines = useMemo(() => {
    const { placeOf, stateOf } = lineQuestions(invoice, questions)
    const onOpen: LineQuestions['onOpen'] = (line) =>
      stateOf(line) ? show(placeOf(line)) : ask(placeOf(line))
    return { placeOf, stateOf, onOpen }
  }, [invoice, questions])
  const lost = lostText(questions)
  const line = asked === undefined ? undefined : invoice.lineItems[asked - 1]
  const shownLine = typeof shown === 'number' ? invoice.lineItems[shown - 1] : undefined
  const layer = { accountId, invoiceNumber }

  const dialog = asked !== undefined && line && (
    <AskDialog
      {...layer}
      position={asked}
      line={line}
      draft={drafts[asked] ?? ''}
      onDraft={(text) => setDrafts((known) => ({ ...known, [asked]: text }))}
      onClose={() => ask(undefined)}
    />
  )

  const above = (
    <>
      {query.isError && (
        <QueryError
          query={query}
          text={failureText(query.error, 'The questions could not be loaded.')}
        />
      )}
      {questions.length > 0 && (
        <section className={css.bar} aria-label="Questions">
          <p>
            {questionsText(questions)}
            {lost && <small>{lost}</small>}
          </p>
          <Button size="small" onClick={() => show('all')}>
            Show questions
          </Button>
        </section>
      )}
      <Suspense>
        {shown !== undefined && (
          <QuestionsPanel
            {...layer}
            title={
              shown === 'all'
                ? `Questions about invoice ${isolated(invoiceNumber)}`
                : `Questions about line ${shown}`
            }
            questions={
              shown === 'all' ? questions : questions.filter(({ placeNow }) => placeNow === shown)
            }
            actions={
              shownLine && (
                <Button
                  icon={<MessageCircleQuestionMark size={16} aria-hidden />}
                  aria-label={`Ask again about ${lineName(Number(shown), shownLine)}`}
                  onClick={() => ask(Number(shown))}
                >
                  Ask again
                </Button>
              )
            }
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
