import { autoPayTerms, termsVersion } from '@portal/domain/payments/autopay'
import type { AutoPaySettings, ShownAutoPay } from '@portal/domain/payments/autopay.schema'
import {
  cardText,
  chargeText,
  limitsText,
  shownAutoPay,
} from '@portal/domain/payments/autopay-shown'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../api/call-failed.ts'
import { config } from '../../api/config.ts'
import { autoPayToday } from '../../kernel/today.ts'
import { useSettled } from '../../kernel/useSettled.ts'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedSince, useBefore } from '../../ui/ChangedSince.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { QueryBanner } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { TermsBox } from '../../ui/TermsBox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { OpenCredits } from '../OpenCredits.tsx'
import { autoPayPlanQuery, autoPayPreviewQuery } from '../autopay.api.ts'
import {
  fieldsOf,
  readSettings,
  type SettingsFaults,
  type SettingsFields,
} from './autopay-settings.ts'
import css from './AutoPayDialogs.module.css'

/** The confirmed content: the wanted limits, and the data shown with them. */
export interface AutoPayWish {
  settings: AutoPaySettings
  shown: ShownAutoPay
}

interface AutoPayDialogProps {
  accountId: string
  /** The saved limits when the dialog is opened. */
  settings: AutoPaySettings
  /** Whether the dialog enrolls and shows the terms; otherwise only the limits change. */
  isEnrolling: boolean
  busy: boolean
  error: string | undefined
  onConfirm: (wish: AutoPayWish, then: { onSuccess: () => void }) => void
  onClose: () => void
}

/** Shows everything that a person confirms: card, limits, first charge and, for enrolling, the terms. */
export function AutoPayDialog(props: AutoPayDialogProps) {
  const { accountId, settings, isEnrolling, busy, error, onConfirm, onClose } = props
  const typed = useTyped('limits of AutoPay', () => fieldsOf(settings, autoPayToday()))
  const fields = typed.value
  const [agreed, setAgreed] = useState(!isEnrolling)
  const read = readSettings(fields, autoPayToday())
  const wanted = useSettled('settings' in read ? JSON.stringify(read.settings) : '', 250)
  const isSettled = 'settings' in read && JSON.stringify(read.settings) === wanted
  const saved = useQuery(autoPayPlanQuery(accountId)).data?.settings ?? settings
  const preview = useQuery(autoPayPreviewQuery(accountId, wanted))
  const plan = preview.data
  const shown = plan && shownAutoPay(plan, saved)
  const now = shown
    ? `${cardText(plan.card)}, first charge ${chargeText(shown.firstCharge)}, limits until now: ${limitsText(saved)}`
    : ''
  const before = useBefore(now, shown ? wanted : '')
  const faults: SettingsFaults = 'faults' in read ? read.faults : {}
  // An entry is checked when the user leaves the field.
  const [left, setLeft] = useState<readonly string[]>([])
  const bind = (name: keyof SettingsFields) => ({
    name,
    value: fields[name],
    error: left.includes(name) ? faults[name] : undefined,
    onChange: (value: string) => typed.set({ ...fields, [name]: value }),
  })
  const act = isEnrolling ? 'Enroll' : 'Save settings'
  const blocked =
    (!agreed && 'Please agree to the terms first.') ||
    ('faults' in read && 'One of the limits is not valid.') ||
    ((!shown || !isSettled) && 'The first charge is being computed.')

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={isEnrolling ? 'Enroll AutoPay' : 'AutoPay Settings'}
      busy={busy}
      typed={typed}
      error={error}
      cancel="Cancel"
      actions={
        <Button
          tone="primary"
          busy={busy}
          disabledReason={blocked}
          onClick={() =>
            'settings' in read &&
            shown &&
            onConfirm({ ...read, shown }, { onSuccess: typed.discard })
          }
        >
          {before === undefined ? act : `${act} with these changes`}
        </Button>
      }
    >
      <div
        className={css.fields}
        onBlur={({ target }) => setLeft([...left, target.getAttribute('name') ?? ''])}
      >
        <TextField label="Cap per charge (USD)" placeholder="No cap" {...bind('capPerCharge')} />
        <TextField label="Cap per month (USD)" placeholder="No cap" {...bind('capPerMonth')} />
        <DateField
          label="Pause until"
          choose="Choose the end of the pause"
          {...bind('pausedUntil')}
        />
      </div>
      <Facts
        facts={[
          { label: 'Card', value: plan ? cardText(plan.card) : '...' },
          { label: 'First charge', value: shown ? chargeText(shown.firstCharge) : '...' },
        ]}
      />
      <ChangedSince before={before} now={now} />
      <OpenCredits accountId={accountId} />
      {preview.isError && (
        <QueryBanner query={preview}>{failureText(preview.error, 'An error occurred')}</QueryBanner>
      )}
      {isEnrolling && (
        <>
          <TermsBox
            title="Terms of AutoPay"
            paragraphs={autoPayTerms(config.cardLimitCents)}
            version={termsVersion}
            height="tall"
          />
          <div className={css.agree}>
            <Checkbox
              checked={agreed}
              onChange={setAgreed}
              disabledReason={busy ? 'The enrollment is in progress.' : undefined}
            >
              I have read the terms of AutoPay and agree to them.
            </Checkbox>
          </div>
        </>
      )}
    </Dialog>
  )
}
