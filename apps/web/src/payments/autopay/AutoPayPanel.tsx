import { useQuery } from '@tanstack/react-query'
import type { AutoPaySettings } from '@portal/domain/payments/autopay.schema'
import { Hourglass, SlidersHorizontal } from 'lucide-react'
import { failureText } from '../../api/call-failed.ts'
import { usePortal } from '../../session/useSession.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { EmptyState, QueryError, QueryBanner } from '../../ui/ErrorState.tsx'
import { MainAction } from '../../ui/page/Page.tsx'
import { ButtonLink } from '../../ui/page/PathLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { autoPayPlanQuery, unpaidInvoicesQuery } from '../autopay.api.ts'
import css from './AutoPayPanel.module.css'
import { AutoPayDialog } from './AutoPayDialog.tsx'
import { AutoPayPlan } from './AutoPayPlan.tsx'
import { autoPayStatusQuery } from '../cards/cards.api.ts'
import { EligibleInvoices } from './EligibleInvoices.tsx'
import { PastDue } from './NotCovered.tsx'
import { OptedOutDialog, OptOutDialog } from './OptOutDialog.tsx'
import { UnpaidTable } from './UnpaidTable.tsx'
import { useAutoPay, type AutoPayStep } from './useAutoPay.ts'

/** AutoPay: whether the company is enrolled, the planned charges and the settings. */
export function AutoPayPanel() {
  const { accountId } = usePortal().company
  const status = useQuery(autoPayStatusQuery(accountId))
  const plan = useQuery(autoPayPlanQuery(accountId))
  const autoPay = useAutoPay(accountId)
  const isEnrolled = status.data

  return (
    <>
      <div className={css.head}>
        <h2>Auto Pay {isEnrolled && <Badge tone="ok">Enrolled</Badge>}</h2>
        {plan.data && (
          <Button icon={<SlidersHorizontal size={16} aria-hidden />} onClick={autoPay.askToSave}>
            Settings
          </Button>
        )}
        {isEnrolled ? (
          <Button onClick={autoPay.askToOptOut}>Opt-out of Auto Pay</Button>
        ) : isEnrolled === false ? (
          <MainAction>
            <Button
              tone="primary"
              busy={autoPay.checking}
              disabledReason={!plan.data && 'The planned charges are not known yet.'}
              onClick={autoPay.ask}
            >
              Enroll in Auto Pay
            </Button>
          </MainAction>
        ) : (
          status.isPending && <Button busy>Loading Auto Pay Status...</Button>
        )}
      </div>
      {isEnrolled === undefined && status.isError && (
        <QueryBanner query={status}>Failed to load AutoPay status.</QueryBanner>
      )}
      {autoPay.problem && <AutoPayGate text={autoPay.problem} onDismiss={autoPay.dismiss} />}
      {isEnrolled && <AutoPayUpcoming accountId={accountId} />}
      {plan.data ? (
        <div className={css.plan}>
          <PastDue pastDue={plan.data.pastDue} />
          <AutoPayPlan plan={plan.data} />
        </div>
      ) : (
        <Card flush>
          {plan.isPending ? (
            <Skeleton lines={5} lineHeight={56} label="Loading the AutoPay plan" />
          ) : (
            <QueryError query={plan} text={failureText(plan.error, 'An error occurred')} />
          )}
        </Card>
      )}
      {autoPay.step && plan.data && (
        <AutoPayDialogs
          accountId={accountId}
          settings={plan.data.settings}
          step={autoPay.step}
          autoPay={autoPay}
        />
      )}
    </>
  )
}

/** Why the company cannot enroll, with a link to where the cause can be fixed. */
function AutoPayGate({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <Banner tone="danger" role="alert" onDismiss={onDismiss} actions={wayOut(text)}>
      {text}
    </Banner>
  )
}

function wayOut(text: string) {
  if (/Card/.test(text))
    return (
      <ButtonLink size="small" path="/payments">
        Cards on File
      </ButtonLink>
    )
  if (/Past Due/.test(text))
    return (
      <ButtonLink size="small" path="/invoices?status=open&sort=due">
        Open Invoices
      </ButtonLink>
    )
  return undefined
}

/** The unpaid invoices due within the next 29 days, for an enrolled company. */
function AutoPayUpcoming({ accountId }: { accountId: string }) {
  const upcoming = useQuery(unpaidInvoicesQuery(accountId, 'upcoming'))
  return (
    <Card flush label="Upcoming unpaid invoices">
      <h3 className={css.title}>Upcoming unpaid invoices</h3>
      {upcoming.isPending ? (
        <Skeleton lines={3} lineHeight={41} label="Loading the upcoming unpaid invoices" />
      ) : !upcoming.data ? (
        <QueryError query={upcoming} text={failureText(upcoming.error, 'An error occurred')} />
      ) : upcoming.data.length === 0 ? (
        <EmptyState
          icon={<Hourglass size={24} aria-hidden />}
          text="No Auto Pay eligible unpaid invoices due in the next 30 days."
        />
      ) : (
        <UnpaidTable invoices={upcoming.data} />
      )}
    </Card>
  )
}

interface AutoPayDialogsProps {
  accountId: string
  settings: AutoPaySettings
  step: AutoPayStep
  autoPay: ReturnType<typeof useAutoPay>
}

function AutoPayDialogs({ accountId, settings, step, autoPay }: AutoPayDialogsProps) {
  if (step === 'terms' || step === 'settings') {
    const isEnrolling = step === 'terms'
    return (
      <AutoPayDialog
        accountId={accountId}
        settings={settings}
        isEnrolling={isEnrolling}
        busy={isEnrolling ? autoPay.enrolling : autoPay.saving}
        error={isEnrolling ? autoPay.enrollError : autoPay.saveError}
        onConfirm={isEnrolling ? autoPay.enroll : autoPay.save}
        onClose={autoPay.close}
      />
    )
  }
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

/** Shown after enrollment: what AutoPay will charge, and when. */
function EnrolledDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Confirm Enroll in AutoPay"
      description="You are enrolled in AutoPay. These invoices are overdue or due in the next 30 days. Each shows the date of its charge, or the reason it is not charged."
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <EligibleInvoices
        accountId={accountId}
        none="No invoices are due in the next 30 days. New invoices will be charged automatically on their due dates."
      />
    </Dialog>
  )
}
