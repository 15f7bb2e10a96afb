import type { Network } from '@portal/domain/licenses/licenses.schema'
import { useState } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { EntryFaults, ItemEntry, ItemKind } from './item-entry.ts'
import css from './ItemForm.module.css'

interface ItemFieldsProps {
  kind: ItemKind
  networks: readonly Network[]
  /** Whether licenses were chosen: their current values are not requested. */
  isChosen: boolean
  isUserOptional: boolean
  /** The fields in which the chosen licenses differ; while one is blank, each license keeps its value. */
  mixed?: ReadonlySet<keyof ItemEntry>
  faults: EntryFaults
  entry: ItemEntry
  onChange: (entry: ItemEntry) => void
}

/** The words of a blank field in which the chosen licenses differ. */
const keepsEach = 'Keep each as it is'

/** The fields of an item; an error is shown once its field has been touched. */
export function ItemFields(props: ItemFieldsProps) {
  const { kind, networks, isChosen, faults, entry, onChange, mixed = new Set() } = props
  const [touched, setTouched] = useState<ReadonlySet<keyof ItemEntry>>(new Set())
  const touch = (name: keyof ItemEntry) => setTouched((known) => new Set([...known, name]))
  const field = (name: keyof ItemEntry) => ({
    value: entry[name],
    error: shown(faults, name, touched),
    onBlur: () => touch(name),
    onChange: (value: string) => {
      if (name === 'networkName' || name === 'oldNetworkName' || name === 'requiredBy') touch(name)
      onChange({ ...entry, [name]: value })
    },
  })
  const optional = props.isUserOptional ? ' (optional)' : ''
  const keeps = (name: keyof ItemEntry) => mixed.has(name) && { placeholder: keepsEach }
  const isChange = kind === 'change'
  // The license is described by its values now; they are beside those it gets.
  const describes = isChange && !isChosen
  // None of the chosen licenses has a network.
  const needsNone = isChange && isChosen && !entry.networkName && !faults.networkName
  // A license may be on a network that is no longer offered.
  const held = [entry.networkName, entry.oldNetworkName].filter(
    (name) => name && networks.every(({ shortName }) => shortName !== name),
  )
  const all = [...networks.map(({ shortName }) => shortName), ...new Set(held)]

  return (
    <>
      {describes && (
        <fieldset className={css.side}>
          <legend>Now</legend>
          <NetworkField label="Current network" networks={all} {...field('oldNetworkName')} />
          <TextField
            label={`Current user name${optional}`}
            name="oldUserName"
            {...field('oldUserName')}
          />
          <TextField label="Current IP address" name="oldIPAddress" {...field('oldIPAddress')} />
        </fieldset>
      )}
      {!(isChosen && kind === 'cancel') && (
        <fieldset className={css.side} aria-label={isChange && isChosen ? 'Becomes' : undefined}>
          {describes && <legend>Becomes</legend>}
          <NetworkField
            label="Network"
            networks={kind === 'add' ? networks.map(({ shortName }) => shortName) : all}
            blank={mixed.has('networkName') ? keepsEach : needsNone ? 'No network' : ''}
            {...field('networkName')}
          />
          <TextField
            label={`User Name${optional}`}
            name="userName"
            {...keeps('userName')}
            {...field('userName')}
          />
          {isChange && (
            <TextField
              label="IP address"
              name="ipAddress"
              {...keeps('ipAddress')}
              {...field('ipAddress')}
            />
          )}
        </fieldset>
      )}
      <div className={css.date} onBlur={() => touch('requiredBy')}>
        <DateField
          label="Required By"
          name="requiredBy"
          value={entry.requiredBy}
          error={shown(faults, 'requiredBy', touched)}
          onChange={field('requiredBy').onChange}
        />
      </div>
    </>
  )
}

const shown = (
  faults: EntryFaults,
  name: keyof ItemEntry,
  touched: ReadonlySet<keyof ItemEntry>,
) => (touched.has(name) ? faults[name] : undefined)

interface NetworkFieldProps {
  label: string
  networks: readonly string[]
  value: string
  error: string | undefined
  /** The words of a blank field; 'Select Network' without them. */
  blank?: string
  onChange: (name: string) => void
}

const none = ' '

function NetworkField({ label, networks, value, error, blank, onChange }: NetworkFieldProps) {
  return (
    <div className={css.network}>
      <span className={css.label}>{label}</span>
      <Choice
        wide
        labelAbove
        label={label}
        value={value || none}
        onChange={(name) => onChange(name.trim())}
        items={[
          { value: none, label: blank || 'Select Network' },
          ...networks.map((name) => ({ value: name, label: name })),
        ]}
      />
      <div className={css.errorLine} role={error && 'alert'}>
        {error}
      </div>
    </div>
  )
}
