import { lineName, messageFault, messageText } from '@portal/domain/questions/ask'
import { messageLimit } from '@portal/domain/questions/ask-limits'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { failureText, isUncertain } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { invoiceDetailQuery } from '../invoices/invoices.api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Muted, Stack } from '../ui/parts.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { toast } from '../ui/toasts.ts'
import { LineFacts } from './LineFacts.tsx'
import { askQuestion, questionsQuery, showQuestion } from './questions.api.ts'
import type { Draft } from './useDrafts.ts'

interface AskDialogProps {
  accountId: string
  invoiceNumber: string
  /** Kept when the dialog is closed. */
  draft: Draft
  /** The current place of the draft's line; undefined if the invoice no longer contains the line. */
  place: number | undefined
  onWrite: (text: string) => void
  onSent: (draft: Draft) => void
  onClose: () => void
}

/** Asks the provider about one line: the one that the user opened, wherever an import has moved it since. */
export function AskDialog(props: AskDialogProps) {
  const { accountId, invoiceNumber, draft, place, onWrite, onSent, onClose } = props
  const { line, text } = draft
  const position = place ?? draft.position
  const isGone = place === undefined
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const [fault, setFault] = useState<string>()
  const asking = useSingleMutation({
    mutationFn: () =>
      askQuestion(
        accountId,
        invoiceNumber,
        { position, line, message: messageText(text) },
        draft.key,
      ),
    onSuccess: (question) => {
      showQuestion(client, accountId, invoiceNumber, question)
      toast.done('Question sent', `About ${lineName(position, line)}`)
      onSent(draft)
    },
    onError: () => {
      // The line or the questions may have changed.
      void client.invalidateQueries(invoiceDetailQuery(accountId, invoiceNumber))
      void client.invalidateQueries(questionsQuery(accountId, invoiceNumber))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = messageFault(text)
    setFault(found)
    if (found) return form.current?.querySelector('textarea')?.focus()
    asking.mutate()
  }

  const count = [...messageText(text)].length
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Ask about line ${position}`}
      description="Everyone in your company who may see this invoice sees the question and the answer."
      busy={asking.isPending}
      typed={{ isKept: text !== '', discard: () => onWrite('') }}
      error={errorText(asking.error, isGone)}
      cancel={isGone ? 'Close' : 'Cancel'}
      actions={
        !isGone && (
          <Button
            tone="primary"
            icon={<Send size={16} aria-hidden />}
            busy={asking.isPending}
            type="submit"
            form="ask-question"
          >
            Send
          </Button>
        )
      }
    >
      <Stack gap={5}>
        <LineFacts line={line} />
        {position !== draft.position && (
          <Muted as="p" role="status">
            It was line {draft.position} when you opened it.
          </Muted>
        )}
        <form ref={form} id="ask-question" noValidate onSubmit={submit}>
          <TextArea
            label="Your question"
            note={`${count.toLocaleString('en-US')} of ${messageLimit.toLocaleString('en-US')} characters`}
            name="question"
            value={text}
            onChange={(next) => {
              onWrite(next)
              if (fault) setFault(messageFault(next))
            }}
            error={fault}
          />
        </form>
      </Stack>
    </Dialog>
  )
}

/** Why the question was not sent, if known, or why it cannot be sent. */
function errorText(error: Error | null, isGone: boolean): string | undefined {
  const isLost = error !== null && isUncertain(error)
  if (isGone)
    return `${isLost ? 'The outcome is unknown. ' : ''}This line was changed or removed in the meantime, so you cannot ask about it. You can copy your text.`
  // The server may have stored the question before the answer was lost.
  if (isLost) return 'The outcome is unknown. Please try again.'
  return error ? failureText(error, 'The question was not sent.') : undefined
}
