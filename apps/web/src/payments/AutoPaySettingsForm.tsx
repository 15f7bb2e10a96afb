import type { AutoPaySettings } from '@portal/domain/payments/autopay.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { booksToday } from '../kernel/today.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toasts.ts'
import { autoPayPlanQuery, refreshAutoPay, saveAutoPaySettings } from './autopay.api.ts'
import {
  fieldsOf,
  readSettings,
  type SettingsFaults,
  type SettingsFields,
} from './autopay-settings.ts'
import css from './AutoPayPanel.module.css'

interface AutoPaySettingsFormProps {
  accountId: string
  settings: AutoPaySettings
}

/** The company's own limits; an empty field means no limit. */
export function AutoPaySettingsForm({ accountId, settings }: AutoPaySettingsFormProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  // Only unsaved entries; the other values come from the server.
  const [typed, setTyped] = useState<Partial<SettingsFields>>({})
  const [faults, setFaults] = useState<SettingsFaults>({})
  const saved = fieldsOf(settings, booksToday())
  const fields = { ...saved, ...typed }
  const isChanged = fieldNames.some((name) => fields[name].trim() !== saved[name])

  const saving = useSingleMutation({
    mutationFn: (wanted: AutoPaySettings) => saveAutoPaySettings(accountId, wanted),
    onSuccess: (plan) => {
      client.setQueryData(autoPayPlanQuery(accountId).queryKey, plan)
      setTyped({})
      toast.done('AutoPay settings saved', 'The plan has been updated.')
      return refreshAutoPay(client, accountId)
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (!isChanged) return
    const read = readSettings(fields, booksToday())
    setFaults('faults' in read ? read.faults : {})
    if ('settings' in read) return saving.mutate(read.settings)
    const wrong = fieldNames.find((name) => read.faults[name])
    form.current?.querySelector<HTMLInputElement>(`input[name=${wrong}]`)?.focus()
  }
  /** An entry is checked when the user leaves the field; its error disappears as soon as it is valid. */
  const judge = (name: keyof SettingsFields, value: string) => {
    const read = readSettings({ ...fields, [name]: value }, booksToday())
    return 'faults' in read ? read.faults[name] : undefined
  }
  const bind = (name: keyof SettingsFields) => ({
    name,
    value: fields[name],
    error: faults[name],
    onChange: (value: string) => {
      setTyped({ ...typed, [name]: value })
      if (faults[name]) setFaults({ ...faults, [name]: judge(name, value) })
    },
  })
  const bindCap = (name: keyof SettingsFields) => ({
    ...bind(name),
    onBlur: () => setFaults({ ...faults, [name]: judge(name, fields[name]) }),
    placeholder: 'No cap',
  })

  return (
    <Card label="AutoPay settings">
      <form ref={form} className={css.form} noValidate onSubmit={save}>
        <div>
          <h3>Settings</h3>
          <p>Limits you set. Leave a field empty for no limit.</p>
        </div>
        <div className={css.fields}>
          <TextField label="Cap per charge (USD)" {...bindCap('capPerCharge')} />
          <TextField label="Cap per month (USD)" {...bindCap('capPerMonth')} />
          <DateField
            label="Pause until"
            choose="Choose the end of the pause"
            {...bind('pausedUntil')}
          />
        </div>
        {saving.error && (
          <Banner tone="danger" role="alert">
            {failureText(saving.error, 'The settings could not be saved.')}
          </Banner>
        )}
        <div className={css.buttons}>
          <Button
            type="submit"
            tone="primary"
            busy={saving.isPending}
            disabledReason={!isChanged && 'Nothing has been changed.'}
          >
            Save settings
          </Button>
          {isChanged && (
            <Button
              disabledReason={saving.isPending && 'One moment...'}
              onClick={() => {
                setTyped({})
                setFaults({})
                saving.reset()
              }}
            >
              Undo changes
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const fieldNames = ['capPerCharge', 'capPerMonth', 'pausedUntil'] as const
