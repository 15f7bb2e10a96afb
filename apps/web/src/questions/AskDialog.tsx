import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { askedLine, lineName, messageFault, messageText } from '@portal/domain/questions/ask'
import { messageLimit } from '@portal/domain/questions/ask-limits'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { invoiceDetailQuery } from '../invoices/invoices.api.ts'
import { useIdempotencyKey } from '../payments/useIdempotencyKey.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toasts.ts'
import css from './AskDialog.module.css'
import { LineFacts } from './LineFacts.tsx'
import { askQuestion, questionsQuery, showQuestion } from './questions.api.ts'

interface AskDialogProps {
  accountId: string
  invoiceNumber: string
  position: number
  line: LineItem
  /** The text so far; it is kept when the dialog is closed. */
  draft: string
  onDraft: (text: string) => void
  onClose: () => void
}

/** Asks the provider about one line. */
export function AskDialog(props: AskDialogProps) {
  const { accountId, invoiceNumber, position, line, draft, onDraft, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const [fault, setFault] = useState<string>()
  const { key, afterAnswer } = useIdempotencyKey()
  const asking = useSingleMutation({
    mutationFn: () =>
      askQuestion(
        accountId,
        invoiceNumber,
        { position, line: askedLine(line), message: messageText(draft) },
        key,
      ),
    onSuccess: (question) => {
      showQuestion(client, accountId, invoiceNumber, question)
      toast.done('Question sent', `About ${lineName(position, line)}`)
      onDraft('')
      onClose()
    },
    onError: () => {
      // The line or the questions may have changed.
      void client.invalidateQueries(invoiceDetailQuery(accountId, invoiceNumber))
      void client.invalidateQueries(questionsQuery(accountId, invoiceNumber))
    },
    onSettled: (_, error) => afterAnswer(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = messageFault(draft)
    setFault(found)
    if (found) return form.current?.querySelector('textarea')?.focus()
    asking.mutate()
  }

  const count = [...messageText(draft)].length
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Ask about line ${position}`}
      description="Everyone in your company who may see this invoice sees the question and the answer."
      busy={asking.isPending}
      error={asking.error ? failureText(asking.error, 'The question was not sent.') : undefined}
      actions={
        <>
          <Button disabledReason={asking.isPending && 'One moment...'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            icon={<Send size={16} aria-hidden />}
            busy={asking.isPending}
            type="submit"
            form="ask-question"
          >
            Send
          </Button>
        </>
      }
    >
      <div className={css.ask}>
        <LineFacts line={askedLine(line)} />
        <form ref={form} id="ask-question" noValidate onSubmit={submit}>
          <TextArea
            label="Your question"
            note={`${count.toLocaleString('en-US')} of ${messageLimit.toLocaleString('en-US')} characters`}
            name="question"
            value={draft}
            onChange={(next) => {
              onDraft(next)
              if (fault) setFault(messageFault(next))
            }}
            error={fault}
          />
        </form>
      </div>
    </Dialog>
  )
}
