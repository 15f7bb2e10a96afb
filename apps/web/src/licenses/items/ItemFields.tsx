import type { Network } from '@portal/domain/licenses/licenses.schema'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Choice } from '../../ui/fields/Choice.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { Stack, Text } from '../../ui/parts.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { EntryFaults, ItemEntry, ItemKind } from '../item-entry.ts'
import css from './ItemForm.module.css'

interface ItemFieldsProps {
  kind: ItemKind
  networks: readonly Network[]
  /** Whether licenses were chosen: their current values are not requested. */
  isChosen: boolean
  /** Whether several licenses were chosen. */
  isSeveral?: boolean
  /** Whether only the day can be changed. */
  hasOnlyDay?: boolean
  isUserOptional: boolean
  /** False if one of the chosen licenses has no user. */
  hasUser?: boolean
  /** False if none of the chosen licenses has an IP address. */
  hasIpAddress?: boolean
  /** The fields in which the chosen licenses differ; while one is blank, each license keeps its value. */
  mixed?: ReadonlySet<keyof ItemEntry>
  faults: EntryFaults
  entry: ItemEntry
  onChange: (entry: ItemEntry) => void
}

/** The fields of an item; an error is shown once its field has been touched. */
export function ItemFields(props: ItemFieldsProps) {
  const { kind, networks, isChosen, isSeveral = false, isUserOptional, hasUser = true } = props
  const { hasOnlyDay = isChosen && kind === 'cancel', hasIpAddress = true } = props
  const { faults, entry, onChange, mixed = new Set() } = props
  const [touched, setTouched] = useState<ReadonlySet<keyof ItemEntry>>(new Set())
  const touch = (name: keyof ItemEntry) => setTouched((known) => new Set([...known, name]))
  const field = (name: keyof ItemEntry) => ({
    name,
    value: entry[name],
    error: touched.has(name) ? faults[name] : undefined,
    onBlur: () => touch(name),
    onChange: (value: string) => {
      if (name === 'networkName' || name === 'oldNetworkName' || name === 'requiredBy') touch(name)
      onChange({ ...entry, [name]: value })
    },
  })
  const optional = isUserOptional ? ' (optional)' : ''
  const isChange = kind === 'change'
  const keeps = isSeveral ? 'Keep each as it is' : 'Keep as it is'
  // The meaning of a blank field: it removes a value that all chosen licenses have.
  const blank = (name: keyof ItemEntry, old: keyof ItemEntry) =>
    isChange && { placeholder: entry[old] && !mixed.has(name) ? 'None' : keeps }
  // None of the chosen licenses has a network.
  const needsNone = isChange && isChosen && !entry.networkName && !faults.networkName
  // A license may be on a network that is no longer offered.
  const held = [entry.networkName, entry.oldNetworkName].filter(
    (name) => name && networks.every(({ shortName }) => shortName !== name),
  )
  const all = [...networks.map(({ shortName }) => shortName), ...new Set(held)]
  const date = (
    <div className={css.date} onBlur={() => touch('requiredBy')}>
      <DateField
        label="Required By"
        name="requiredBy"
        value={entry.requiredBy}
        error={field('requiredBy').error}
        onChange={field('requiredBy').onChange}
      />
    </div>
  )

  // Each current value, which describes the license, is beside its new value.
  if (isChange && !isChosen)
    return (
      <>
        <fieldset className={css.pair} aria-label="Network">
          <NetworkField label="Current network" networks={all} {...field('oldNetworkName')} />
          <ArrowRight size={16} aria-hidden />
          <NetworkField
            label="New network (optional)"
            networks={all}
            blank={keeps}
            {...field('networkName')}
          />
        </fieldset>
        {(
          [
            ['user name', optional, 'oldUserName', 'userName'],
            ['IP address', ' (optional)', 'oldIPAddress', 'ipAddress'],
          ] as const
        ).map(([label, isOptional, old, next]) => (
          <fieldset key={label} className={css.pair} aria-label={label.replace('user', 'User')}>
            <TextField label={`Current ${label}${isOptional}`} {...field(old)} />
            <ArrowRight size={16} aria-hidden />
            <TextField label={`New ${label} (optional)`} placeholder={keeps} {...field(next)} />
          </fieldset>
        ))}
        {date}
      </>
    )
  return (
    <>
      {!hasOnlyDay && (
        <fieldset className={css.side} aria-label={isChange ? 'Becomes' : undefined}>
          <NetworkField
            label="Network"
            networks={kind === 'add' ? networks.map(({ shortName }) => shortName) : all}
            blank={mixed.has('networkName') ? keeps : needsNone ? 'No network' : ''}
            {...field('networkName')}
          />
          {hasUser && (
            <TextField
              label={`User Name${optional}`}
              {...blank('userName', 'oldUserName')}
              {...field('userName')}
            />
          )}
          {isChange && hasIpAddress && (
            <TextField
              label="IP address (optional)"
              {...blank('ipAddress', 'oldIPAddress')}
              {...field('ipAddress')}
            />
          )}
        </fieldset>
      )}
      {date}
    </>
  )
}

interface NetworkFieldProps {
  label: string
  networks: readonly string[]
  value: string
  error: string | undefined
  /** The words of a blank field; 'Select Network' without them. */
  blank?: string
  onBlur: () => void
  onChange: (name: string) => void
}

const none = ' '

function NetworkField(props: NetworkFieldProps) {
  const { label, networks, value, error, blank, onBlur, onChange } = props
  return (
    <Stack
      gap={2}
      className={css.network}
      // The focus goes to the list while the user chooses.
      onBlur={({ relatedTarget }) => !relatedTarget?.closest('[role=listbox]') && onBlur()}
    >
      <Text size={2} weight={500}>
        {label}
      </Text>
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
      <Text as="div" size={1} tone="danger" className={css.errorLine} role={error && 'alert'}>
        {error}
      </Text>
    </Stack>
  )
}
