import { viewName, viewNameFault } from '@portal/domain/invoices/views'
import type { InvoiceView, ViewSearch } from '@portal/domain/invoices/views.schema'
import { ArrowDown, ArrowUp, RefreshCw, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { focusBeside } from '../ui/focus-beside.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { TextField } from '../ui/TextField.tsx'
import css from './ManageViewsDialog.module.css'
import { useViews } from './useViews.ts'
import { filterWords } from './view-words.ts'
import { isWhole, linkOf } from './view-search.ts'

interface ManageViewsDialogProps {
  accountId: string
  views: readonly InvoiceView[]
  /** The current filters. */
  search: ViewSearch
  onClose: () => void
}

/** Renames, orders, updates and deletes the views, and chooses the default one. Everything applies at once. */
export function ManageViewsDialog(props: ManageViewsDialogProps) {
  const { accountId, views, search, onClose } = props
  const { change } = useViews(accountId)
  const [said, say] = useState('')
  function move(view: InvoiceView, by: 1 | -1) {
    const from = views.indexOf(view)
    const to = from + by
    if (to < 0 || to >= views.length) return
    const order = views.map(({ id }) => id)
    change({ order: order.with(to, view.id).with(from, order[to]!) })
    say(`${view.name} is now ${to + 1} of ${views.length}`)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Manage views"
      description="Only you see these views. A link shows its filters to any colleague."
      busy={false}
      error={undefined}
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {views.length === 0 && <p className={css.none}>No view is saved.</p>}
      <ol className={css.views} aria-label="Views">
        {views.map((view, place) => (
          <li key={view.id}>
            <div className={css.what}>
              <NameField
                view={view}
                others={views.filter((other) => other !== view)}
                onRename={(name) => change({ id: view.id, change: { name } })}
              />
            </div>
            <div className={css.tools}>
              <IconButton
                label={`Move up, ${view.name}`}
                aria-disabled={place === 0 || undefined}
                onClick={() => move(view, -1)}
              >
                <ArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move down, ${view.name}`}
                aria-disabled={place === views.length - 1 || undefined}
                onClick={() => move(view, 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </IconButton>
              <button
                type="button"
                className={css.default}
                aria-pressed={view.isDefault}
                aria-label={`Default, ${view.name}`}
                onClick={() => change({ id: view.id, change: { isDefault: !view.isDefault } })}
              >
                <Star size={14} aria-hidden />
                Default
              </button>
              {!isWhole(search) && (
                <IconButton
                  label={`Change to the current filters, ${view.name}`}
                  onClick={() => {
                    change({ id: view.id, change: { search } })
                    say(`${view.name} has the current filters`)
                  }}
                >
                  <RefreshCw size={16} aria-hidden />
                </IconButton>
              )}
              <CopyButton
                label={`Copy link, ${view.name}`}
                text={location.origin + linkOf(view.search)}
              />
              <IconButton
                label={`Delete, ${view.name}`}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget)
                  change({ remove: view.id })
                }}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <span className="sr-only" role="status">
        {said}
      </span>
    </Dialog>
  )
}

interface NameFieldProps {
  view: InvoiceView
  others: readonly InvoiceView[]
  onRename: (name: string) => void
}

/** Renames on Enter, or when the field is left. A name that cannot be saved stays with its error. */
function NameField({ view, others, onRename }: NameFieldProps) {
  const [text, setText] = useState(view.name)
  const [known, setKnown] = useState(view.name)
  const [fault, setFault] = useState<string>()
  if (known !== view.name) {
    setKnown(view.name)
    setText(view.name)
  }
  function rename() {
    const found = viewNameFault(text, others)
    setFault(found)
    if (!found && viewName(text) !== view.name) onRename(text)
  }
  return (
    <TextField
      label={`Name of ${view.name}`}
      name={view.id}
      value={text}
      onChange={(next) => {
        setText(next)
        if (fault) setFault(viewNameFault(next, others))
      }}
      onBlur={rename}
      onEnter={rename}
      error={fault}
      note={filterWords(view.search)}
    />
  )
}
