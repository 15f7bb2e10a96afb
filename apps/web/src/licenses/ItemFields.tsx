import type { Network, Product } from '@portal/domain/licenses/licenses.schema'
import { needsUserName, type ChosenLicense } from '@portal/domain/licenses/line-items'
import { useState } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { entryFaults, type EntryFaults, type ItemEntry, type ItemKind } from './item-entry.ts'
import css from './ItemForm.module.css'

interface ItemFieldsProps {
  kind: ItemKind
  product: Product
  networks: readonly Network[]
  /** The chosen license: its current values are not requested. */
  chosen: ChosenLicense | undefined
  entry: ItemEntry
  onChange: (entry: ItemEntry) => void
}

/** The fields of an item; an error is shown once its field has been touched. */
export function ItemFields({ kind, product, networks, chosen, entry, onChange }: ItemFieldsProps) {
  const [touched, setTouched] = useState<ReadonlySet<keyof ItemEntry>>(new Set())
  const faults = entryFaults(entry, kind, product, chosen)
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
  const optional = needsUserName(product) ? '' : ' (optional)'
  const isChange = kind === 'change'
  // A license may be on a network that is no longer offered.
  const held = [entry.networkName, entry.oldNetworkName].filter(
    (name) => name && networks.every(({ shortName }) => shortName !== name),
  )
  const all = [...networks.map(({ shortName }) => shortName), ...new Set(held)]

  return (
    <>
      {isChange && !chosen && (
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
      {!(chosen && kind === 'cancel') && (
        <fieldset className={css.side}>
          {isChange && <legend>Becomes</legend>}
          <NetworkField
            label="Network"
            networks={kind === 'add' ? networks.map(({ shortName }) => shortName) : all}
            {...field('networkName')}
          />
          <TextField label={`User Name${optional}`} name="userName" {...field('userName')} />
          {isChange && <TextField label="IP address" name="ipAddress" {...field('ipAddress')} />}
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
  onChange: (name: string) => void
}

const none = ' '

function NetworkField({ label, networks, value, error, onChange }: NetworkFieldProps) {
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
          { value: none, label: 'Select Network' },
          ...networks.map((name) => ({ value: name, label: name })),
        ]}
      />
      <div className={css.errorLine} role={error && 'alert'}>
        {error}
      </div>
    </div>
  )
}
