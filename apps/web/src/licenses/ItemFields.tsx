import type { Network, Product } from '@portal/domain/licenses/licenses.schema'
import { needsUserName } from '@portal/domain/licenses/line-items'
import { useState } from 'react'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { entryFaults, type EntryFaults, type ItemEntry, type ItemKind } from './item-entry.ts'
import css from './ItemForm.module.css'
import { NetworkField } from './NetworkField.tsx'

interface ItemFieldsProps {
  kind: ItemKind
  product: Product
  networks: readonly Network[]
  entry: ItemEntry
  onChange: (entry: ItemEntry) => void
}

/** The fields of an item; what is wrong with one is said once it has been touched. */
export function ItemFields({ kind, product, networks, entry, onChange }: ItemFieldsProps) {
  const [touched, setTouched] = useState<ReadonlySet<keyof ItemEntry>>(new Set())
  const faults = entryFaults(entry, kind, product)
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
  // A license may be held on a network that is no longer offered.
  const held = [entry.networkName, entry.oldNetworkName].filter(
    (name) => name && networks.every(({ shortName }) => shortName !== name),
  )
  const all = [...networks.map(({ shortName }) => shortName), ...new Set(held)]

  return (
    <>
      {isChange && (
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
      <fieldset className={css.side}>
        {isChange && <legend>Becomes</legend>}
        <NetworkField
          label="Network"
          networks={kind === 'cancel' ? all : networks.map(({ shortName }) => shortName)}
          {...field('networkName')}
        />
        <TextField label={`User Name${optional}`} name="userName" {...field('userName')} />
        {isChange && <TextField label="IP address" name="ipAddress" {...field('ipAddress')} />}
      </fieldset>
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
