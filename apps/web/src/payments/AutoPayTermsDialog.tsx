import { autoPayTerms, termsVersion } from '@portal/domain/payments/autopay'
import { useState } from 'react'
import { config } from '../api/config.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TermsBox } from '../ui/TermsBox.tsx'
import css from './AutoPayDialogs.module.css'

interface AutoPayTermsDialogProps {
  busy: boolean
  error: string | undefined
  onEnroll: () => void
  onClose: () => void
}

export function AutoPayTermsDialog({ busy, error, onEnroll, onClose }: AutoPayTermsDialogProps) {
  const [agreed, setAgreed] = useState(false)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Enroll AutoPay"
      busy={busy}
      error={error}
      actions={
        <>
          <Button disabledReason={busy && 'The enrollment is in progress.'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabledReason={!agreed && 'Please agree to the terms first.'}
            onClick={onEnroll}
          >
            Enroll
          </Button>
        </>
      }
    >
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
    </Dialog>
  )
}
