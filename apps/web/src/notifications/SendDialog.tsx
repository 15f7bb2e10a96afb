import { plural } from '@portal/domain/kernel/plural'
import { mostSendRecipients } from '@portal/domain/notifications/send-again'
import type { SendRecipient, SentMails } from '@portal/domain/notifications/send-again.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { finder } from '../kernel/find.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Loaded } from '../ui/page/Loaded.tsx'
import { Muted } from '../ui/parts.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { toast } from '../ui/toasts.ts'
import css from './SendDialog.module.css'

interface SendDialogProps {
  /** The key of the document, under which the chosen recipients are kept. */
  what: string
  title: string
  description: ReactNode
  recipients: UseQueryResult<SendRecipient[]>
  send: (emails: string[], key: string) => Promise<SentMails>
  onClose: () => void
}

/** Above this number of recipients there is a search. */
const fewRecipients = 8

/** Chooses the recipients of a document, the user first, and sends it. */
export function SendDialog(props: SendDialogProps) {
  const { what, title, description, recipients, send, onClose } = props
  const picked = useTyped<string[] | null>(`send ${what}`, null)
  const [typed, type] = useState('')
  const { key, afterAnswer } = useIdempotencyKey()
  const all = recipients.data ?? []
  const isChosen = ({ email, isYou, leftOut }: SendRecipient) =>
    leftOut === null && (picked.value?.includes(email) ?? isYou)
  const chosen = all.filter(isChosen).map(({ email }) => email)
  const sending = useSingleMutation({
    mutationFn: () => send(chosen, key),
    onSuccess: ({ sent, leftOut }) => {
      picked.discard()
      toast.done(`Sending to ${plural(sent.length, 'recipient')}`, sent.join(', '))
      for (const { email, reason } of leftOut) toast.problem('Not sent', `${email} ${reason}.`)
      onClose()
    },
    onSettled: (_, error) => afterAnswer(error),
  })
  const isFound = finder(typed)
  const shown = all.filter(({ email, name }) => isFound(name, email))
  const toggle = (email: string) => {
    const next = new Set(chosen)
    if (!next.delete(email)) next.add(email)
    picked.set([...next])
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      busy={sending.isPending}
      typed={picked}
      error={sending.error ? failureText(sending.error, 'Nothing was sent.') : undefined}
      cancel="Cancel"
      actions={
        <Button
          tone="primary"
          icon={<Send size={16} aria-hidden />}
          busy={sending.isPending}
          disabledReason={
            chosen.length === 0
              ? 'No recipient is chosen.'
              : chosen.length > mostSendRecipients &&
                `Choose at most ${mostSendRecipients} recipients.`
          }
          onClick={() => sending.mutate()}
        >
          {chosen.length === 0 ? 'Send' : `Send to ${chosen.length}`}
        </Button>
      }
    >
      <Loaded
        query={recipients}
        lines={3}
        lineHeight={44}
        loading="Loading the recipients"
        failed="The recipients could not be loaded."
      >
        {() => (
          <>
            {all.length > fewRecipients && (
              <TextField
                label="Find a recipient"
                name="recipient"
                value={typed}
                onChange={type}
                error={undefined}
              />
            )}
            {shown.length === 0 && (
              <Muted as="p">
                {all.length === 0
                  ? 'The company has no recipients. Users with the permission, and external recipients of payment emails, appear here.'
                  : 'No recipient matches.'}
              </Muted>
            )}
            <ul className={css.recipients} aria-label="Recipients">
              {shown.map((recipient) => (
                <li key={recipient.email}>
                  <Checkbox
                    checked={isChosen(recipient)}
                    disabledReason={recipient.leftOut ?? undefined}
                    onChange={() => toggle(recipient.email)}
                  >
                    <bdi>{recipient.name || recipient.email}</bdi>
                    {recipient.isYou && ' (you)'}
                    <small>
                      {recipient.name ? recipient.email : 'External recipient'}
                      {recipient.leftOut !== null && `: ${recipient.leftOut}`}
                    </small>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
