import { lineName, questionState } from '@portal/domain/questions/ask'
import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Muted, Row } from '../ui/parts.tsx'
import { SidePanel } from '../ui/layers/SidePanel.tsx'
import { toast } from '../ui/toasts.ts'
import { LineFacts } from './LineFacts.tsx'
import { questionsQuery, showQuestion, withdrawQuestion } from './questions.api.ts'
import css from './QuestionsPanel.module.css'

interface QuestionsPanelProps {
  accountId: string
  invoiceNumber: string
  title: string
  /** The questions of one line, or of the whole invoice. */
  questions: readonly InvoiceQuestion[]
  actions?: ReactNode
  onClose: () => void
  /** A dialog above the panel. */
  children: ReactNode
}

/** Questions to the provider, with their answers. */
export function QuestionsPanel(props: QuestionsPanelProps) {
  const { accountId, invoiceNumber, title, questions, actions, onClose, children } = props
  const withdrawing = useWithdraw(accountId, invoiceNumber)
  return (
    <SidePanel title={title} actions={actions} busy={withdrawing.isPending} onClose={onClose}>
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          isBusy={withdrawing.isPending && withdrawing.variables === question}
          onWithdraw={() => withdrawing.mutate(question)}
        />
      ))}
      {children}
    </SidePanel>
  )
}

function useWithdraw(accountId: string, invoiceNumber: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ id }: InvoiceQuestion) => withdrawQuestion(accountId, id),
    onSuccess: (question) => {
      showQuestion(client, accountId, invoiceNumber, question)
      toast.done('Question withdrawn', `About ${lineName(question.position, question.line)}`)
    },
    onError: (error) => {
      toast.problem('Not withdrawn', failureText(error, 'The question could not be withdrawn.'))
      // The question may have been answered.
      void client.invalidateQueries(questionsQuery(accountId, invoiceNumber))
    },
  })
}

interface QuestionProps {
  question: InvoiceQuestion
  isBusy: boolean
  onWithdraw: () => void
}

function Question({ question, isBusy, onWithdraw }: QuestionProps) {
  const { position, placeNow, line, message, askedBy, isYours, askedAt, withdrawnAt } = question
  const { answer } = question
  const state = questionState(question)
  const name = lineName(placeNow ?? position, line)
  return (
    <article className={css.question} aria-label={`Question about ${name}`}>
      <h3>{name.charAt(0).toUpperCase() + name.slice(1)}</h3>
      <Muted as="small" size={2}>
        {isYours ? (
          'You asked on '
        ) : (
          <>
            Asked by <bdi>{askedBy}</bdi> on{' '}
          </>
        )}
        <Instant at={askedAt} to="day" />
      </Muted>
      <p className={css.text}>
        <bdi>{message}</bdi>
      </p>
      {placeNow === null ? (
        <Muted as="div" className={css.then}>
          <p>
            No line of the invoice says the same any more. When the question was asked, it said:
          </p>
          <LineFacts line={line} />
        </Muted>
      ) : (
        placeNow !== position && (
          <Muted as="p">It was line {position} when the question was asked.</Muted>
        )
      )}
      {answer && (
        <div className={css.answer}>
          <Badge tone="neutral" icon={<CircleCheck size={15} aria-hidden />}>
            <span>
              Answered{' '}
              {answer.by && (
                <>
                  by <bdi>{answer.by}</bdi>{' '}
                </>
              )}
              on <Instant at={answer.at} to="day" />
            </span>
          </Badge>
          <p className={css.text}>
            <bdi>{answer.text}</bdi>
          </p>
        </div>
      )}
      {withdrawnAt !== null && (
        <Badge tone="neutral" icon={<Undo2 size={15} aria-hidden />}>
          <span>
            Withdrawn on <Instant at={withdrawnAt} to="day" />
          </span>
        </Badge>
      )}
      {state === 'open' && (
        <Row gap={3} justify="between" wrap>
          <Badge tone="neutral" icon={<CircleDashed size={15} aria-hidden />}>
            Waiting for an answer
          </Badge>
          {isYours && (
            <Button
              size="small"
              busy={isBusy}
              aria-label={`Withdraw the question about ${name}`}
              onClick={onWithdraw}
            >
              Withdraw
            </Button>
          )}
        </Row>
      )}
    </article>
  )
}
