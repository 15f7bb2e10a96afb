import { useRef, useState, type FormEvent } from 'react'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { sortEntries } from './recipient-entries.ts'
import type { useRecipients } from './useRecipients.ts'

interface AddRecipientsDialogProps {
  /** Addresses that are already recipients, of both kinds. */
  known: readonly string[]
  recipients: ReturnType<typeof useRecipients>
  onClose: () => void
}

const noneIsValid = 'Invalid emails or duplicates found.'

/** Adds the valid entries; invalid ones stay in the field for correction. */
export function AddRecipientsDialog({ known, recipients, onClose }: AddRecipientsDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const typed = useTyped('add recipients', '')
  const { value: text, set: setText } = typed
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const busy = recipients.adding

  function change(next: string) {
    setText(next)
    setRefusal(undefined)
    recipients.resetAdding()
    // Once an error is shown, it is updated while the user types. No error appears before the first submit.
    if (fault) setFault(next.trim() ? sortEntries(next, known).fault : undefined)
  }
  const wrong = (message: string | undefined, left: string) => {
    setText(left)
    setFault(message)
    form.current?.querySelector('input')?.focus()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const sorted = sortEntries(text, known)
    if (sorted.emails.length === 0) {
      setRefusal(noneIsValid)
      wrong(sorted.fault === noneIsValid ? undefined : sorted.fault, text)
      return
    }
    setRefusal(undefined)
    recipients.add(sorted.emails, {
      onSuccess: () => {
        const left = sorted.left.filter(Boolean).join(',')
        if (left) return wrong(sorted.fault, left)
        typed.discard()
        onClose()
      },
    })
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Add Recipients"
      description="Recipients get emails about payments once they confirm a request that the portal sends them. Separate addresses with commas, without spaces."
      busy={busy}
      typed={typed}
      error={refusal ?? recipients.addError}
      cancel="Cancel"
      actions={
        <Button tone="primary" busy={busy} type="submit" form="add-recipients">
          Add
        </Button>
      }
    >
      <form ref={form} id="add-recipients" noValidate onSubmit={submit}>
        <TextField
          label="Email addresses"
          name="emails"
          value={text}
          onChange={change}
          onBlur={() => setFault(text.trim() ? sortEntries(text, known).fault : undefined)}
          placeholder="name@company.com,other@company.com"
          error={fault}
        />
      </form>
    </Dialog>
  )
}
