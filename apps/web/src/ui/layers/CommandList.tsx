import { searchLimit } from '@portal/domain/kernel/list-limits'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import css from './CommandList.module.css'
import dialogCss from './Dialog.module.css'
import { Muted, Row } from '../parts.tsx'
import { useLayerEntry } from './useLayerEntry.ts'

interface Command {
  id: string
  group: string
  label: string
  note?: string
}

interface CommandListProps<Entry extends Command> {
  label: string
  typed: string
  onType: (text: string) => void
  entries: readonly Entry[]
  emptyText: string
  onChoose: (entry: Entry) => void
  onClose: () => void
}

/** A search field with results, in a layer: arrows select, Enter runs, Escape closes. */
export function CommandList<Entry extends Command>(props: CommandListProps<Entry>) {
  const { label, typed, onType, entries, emptyText, onChoose, onClose } = props
  const [place, setPlace] = useState(0)
  const listId = useId()
  useLayerEntry({ open: true, onClose })
  const active = Math.min(place, entries.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  function move(to: number) {
    const next = (to + entries.length) % entries.length
    setPlace(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length) {
      event.preventDefault()
      move(active + step)
    }
    const chosen = entries[active]
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(chosen)
    }
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogCss.backdrop} />
        <Dialog.Popup className={css.layer} aria-label={label}>
          <Row className={css.field}>
            <Search size={17} aria-hidden />
            <input
              role="combobox"
              aria-label={label}
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? optionId(active) : undefined}
              placeholder={label}
              autoComplete="off"
              maxLength={searchLimit}
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setPlace(0)
                onType(event.target.value)
              }}
              onKeyDown={onKeyDown}
            />
          </Row>
          <div id={listId} role="listbox" aria-label={label} className={css.list}>
            {entries.map((entry, index) => (
              <div key={entry.id} role="presentation">
                {entry.group !== entries[index - 1]?.group && (
                  <div className={css.group} role="presentation">
                    {entry.group}
                  </div>
                )}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys work in the field, which keeps the focus */}
                <div
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  className={css.entry}
                  onPointerMove={() => setPlace(index)}
                  onClick={() => onChoose(entry)}
                >
                  <span>{entry.label}</span>
                  {entry.note && (
                    <Muted as="small" weight={400}>
                      {entry.note}
                    </Muted>
                  )}
                </div>
              </div>
            ))}
          </div>
          {entries.length === 0 && (
            <p className={css.empty} role="status">
              {emptyText}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
