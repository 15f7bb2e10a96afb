import { AutoPayTermsDialog } from './AutoPayTermsDialog.tsx'
import { EnrolledDialog } from './EnrolledDialog.tsx'
import { OptedOutDialog, OptOutDialog } from './OptOutDialog.tsx'
import type { AutoPayStep, useAutoPay } from './useAutoPay.ts'

interface AutoPayDialogsProps {
  accountId: string
  step: AutoPayStep
  autoPay: ReturnType<typeof useAutoPay>
}

export function AutoPayDialogs({ accountId, step, autoPay }: AutoPayDialogsProps) {
  if (step === 'terms')
    return (
      <AutoPayTermsDialog
        busy={autoPay.enrolling}
        error={autoPay.enrollError}
        onEnroll={autoPay.enroll}
        onClose={autoPay.close}
      />
    )
  if (step === 'enrolled') return <EnrolledDialog accountId={accountId} onClose={autoPay.close} />
  if (step === 'optOut')
    return (
      <OptOutDialog
        accountId={accountId}
        busy={autoPay.optingOut}
        error={autoPay.optOutError}
        onOptOut={autoPay.optOut}
        onClose={autoPay.close}
      />
    )
  return <OptedOutDialog onClose={autoPay.close} />
}
