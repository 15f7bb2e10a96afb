import { Dialog } from '../ui/layers/Dialog.tsx'
import { Keys } from '../ui/Keys.tsx'
import { Toggle } from '../ui/fields/Toggle.tsx'
import { commandKey } from './hotkeys.ts'
import { updateRootConf, useRootConf } from '../kernel/root-conf.ts'
import { Row } from '../ui/parts.tsx'
import css from './ShortcutsDialog.module.css'

const shortcuts = [
  { keys: `${commandKey} K`, what: 'Go to a page, an invoice or an action' },
  { keys: '/', what: 'Search the list' },
  { keys: '?', what: 'Show these shortcuts' },
  { keys: '↑ ↓', what: 'Move between the rows of a list' },
  { keys: 'PgUp PgDn', what: 'Move by a page of rows' },
  { keys: 'Home End', what: 'First and last row' },
  { keys: '→ ←', what: 'Into a row’s link and menu, and back' },
  { keys: 'Enter', what: 'Open the row' },
  { keys: 'X', what: 'Select the row, in a list with checkboxes' },
  { keys: 'Shift ↑ ↓', what: 'Select rows one after another' },
  { keys: 'Esc', what: 'Close the open dialog, panel or menu, or end the selection' },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useRootConf().singleKeys !== false
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className={css.shortcuts}>
        {shortcuts.map(({ keys, what }) => (
          <Row gap={5} justify="between" key={keys}>
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </Row>
        ))}
      </dl>
      <Toggle
        label="Enable the single-key shortcuts /, ? and X"
        checked={on}
        onChange={(singleKeys) => updateRootConf({ singleKeys: singleKeys ? undefined : false })}
      />
    </Dialog>
  )
}
