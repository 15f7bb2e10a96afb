import { newViewRefusal, viewNameFault } from '@portal/domain/invoices/views'
import type { InvoiceView, ViewSearch } from '@portal/domain/invoices/views.schema'
import { useRef, useState, type FormEvent } from 'react'
import { newUuid } from '../api/idempotency-key.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useViews } from './useViews.ts'

interface SaveViewDialogProps {
  accountId: string
  views: readonly InvoiceView[]
  search: ViewSearch
  onClose: () => void
}

/** Saves the current search, filters and order under a name. */
export function SaveViewDialog({ accountId, views, search, onClose }: SaveViewDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  // One id per dialog: a repeated request saves one view.
  const [id] = useState(newUuid)
  const typed = useTyped('save view', '')
  const { value: name, set: setName } = typed
  const [fault, setFault] = useState<string>()
  const [isDefault, setDefault] = useState(false)
  const { save, change, isSaving, saveError } = useViews(accountId)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = viewNameFault(name, views)
    setFault(found)
    if (found) return form.current?.querySelector('input')?.focus()
    save(
      { id, name, search },
      {
        onSuccess: () => {
          typed.discard()
          if (isDefault) change({ id, change: { isDefault } })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Save view"
      description="Keeps the search, filters and order under a name. Only you see it."
      busy={isSaving}
      typed={typed}
      error={saveError ?? newViewRefusal(views)}
      cancel="Cancel"
      actions={
        <Button tone="primary" busy={isSaving} type="submit" form="save-view">
          Save
        </Button>
      }
    >
      <form ref={form} id="save-view" noValidate onSubmit={submit}>
        <TextField
          label="Name"
          name="view-name"
          value={name}
          onChange={(next) => {
            setName(next)
            if (fault) setFault(viewNameFault(next, views))
          }}
          placeholder="For example: Open in USD"
          error={fault}
        />
        <Checkbox isField checked={isDefault} onChange={setDefault}>
          Show this view when I open Invoices
        </Checkbox>
      </form>
    </Dialog>
  )
}
