import { viewName, viewNameFault } from '@portal/domain/invoices/views'
import type { InvoiceView, ViewSearch } from '@portal/domain/invoices/views.schema'
import { ArrowDown, ArrowUp, Ellipsis, Link, RefreshCw, Star, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { focusBeside } from '../ui/layers/focus-beside.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/layers/Menu.tsx'
import { Muted, Stack } from '../ui/parts.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { afterPaint } from '../ui/useAfterPaint.ts'
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

/** Renames, orders, updates and deletes the views, and chooses the default one. Changes apply immediately. */
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
      description="Only you see these views. A new name is saved when you leave its field."
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {views.length === 0 && <Muted as="p">No view is saved.</Muted>}
      <Stack as="ol" gap={4} className={css.views} aria-label="Views">
        {views.map((view, place) => (
          <li key={view.id}>
            <NameField
              view={view}
              others={views.filter((other) => other !== view)}
              onRename={(name) => change({ id: view.id, change: { name } })}
            />
            <ViewMenu
              view={view}
              isFirst={place === 0}
              isLast={place === views.length - 1}
              onMove={(by) => move(view, by)}
              onDefault={() => change({ id: view.id, change: { isDefault: !view.isDefault } })}
              onFilters={
                isWhole(search)
                  ? undefined
                  : () => {
                      change(
                        { id: view.id, change: { search } },
                        { onSuccess: () => say(`${view.name} has the current filters`) },
                      )
                    }
              }
              onDelete={() => change({ remove: view.id })}
            />
          </li>
        ))}
      </Stack>
      <span className="sr-only" role="status">
        {said}
      </span>
    </Dialog>
  )
}

interface ViewMenuProps {
  view: InvoiceView
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onDefault: () => void
  /** Undefined if no filter is set. */
  onFilters: (() => void) | undefined
  onDelete: () => void
}

function ViewMenu(props: ViewMenuProps) {
  const { view, isFirst, isLast, onMove, onDefault, onFilters, onDelete } = props
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      trigger={
        <IconButton ref={trigger} label={`Actions of ${view.name}`}>
          <Ellipsis size={18} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Star size={16} aria-hidden />} onChoose={onDefault}>
        {view.isDefault ? 'Do not use as default' : 'Use as default'}
      </MenuItem>
      <MenuItem
        icon={<ArrowUp size={16} aria-hidden />}
        disabledReason={isFirst ? 'It is the first.' : undefined}
        onChoose={() => onMove(-1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={16} aria-hidden />}
        disabledReason={isLast ? 'It is the last.' : undefined}
        onChoose={() => onMove(1)}
      >
        Move down
      </MenuItem>
      {onFilters && (
        <MenuItem icon={<RefreshCw size={16} aria-hidden />} onChoose={onFilters}>
          Change to the current filters
        </MenuItem>
      )}
      <MenuItem
        icon={<Link size={16} aria-hidden />}
        onChoose={() => void copyText(location.origin + linkOf(view.search), 'Link copied')}
      >
        Copy link
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 size={16} aria-hidden />}
        onChoose={() =>
          // The closing menu first returns the focus to its button.
          void afterPaint(() => {
            if (trigger.current) focusBeside(trigger.current)
            onDelete()
          })
        }
      >
        Delete
      </MenuItem>
    </Menu>
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
      note={`${view.isDefault ? 'Default · ' : ''}${filterWords(view.search)}`}
    />
  )
}
