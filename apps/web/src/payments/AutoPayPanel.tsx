import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { failureText, supportIdOf } from '../api/call-failed.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { autoPayPlanQuery } from './autopay.api.ts'
import { AutoPayDialogs } from './AutoPayDialogs.tsx'
import { AutoPayGate } from './AutoPayGate.tsx'
import css from './AutoPayPanel.module.css'
import { AutoPayPlan } from './AutoPayPlan.tsx'
import { AutoPaySettingsForm } from './AutoPaySettingsForm.tsx'
import { AutoPayUpcoming } from './AutoPayUpcoming.tsx'
import { autoPayStatusQuery } from './cards-on-file.api.ts'
import { useAutoPay } from './useAutoPay.ts'

/** Whether invoices are charged by themselves, which of them when, and within which bounds. */
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
        {isEnrolled ? (
          <Button onClick={autoPay.askToOptOut}>Opt-out of Auto Pay</Button>
        ) : isEnrolled === false ? (
          <Button tone="primary" busy={autoPay.checking} onClick={autoPay.ask}>
            Enroll in Auto Pay
          </Button>
        ) : (
          status.isPending && <Button busy>Loading Auto Pay Status...</Button>
        )}
      </div>
      {isEnrolled === undefined && status.isError && (
        <Banner
          tone="danger"
          role="alert"
          actions={
            <Button size="small" busy={status.isFetching} onClick={() => void status.refetch()}>
              Retry
            </Button>
          }
        >
          Failed to load AutoPay status.
        </Banner>
      )}
      {autoPay.problem && <AutoPayGate text={autoPay.problem} onDismiss={autoPay.dismiss} />}
      {isEnrolled && <AutoPayUpcoming accountId={accountId} />}
      {plan.data ? (
        <div className={css.columns}>
          <div className={css.settings}>
            <AutoPaySettingsForm accountId={accountId} settings={plan.data.settings} />
          </div>
          <div className={css.plan}>
            <AutoPayPlan plan={plan.data} />
          </div>
        </div>
      ) : (
        <Card flush>
          {plan.isPending ? (
            <Skeleton lines={5} lineHeight={56} label="Loading the AutoPay plan" />
          ) : (
            <ErrorState
              text={failureText(plan.error, 'An error occurred')}
              supportId={supportIdOf(plan.error)}
              busy={plan.isFetching}
              onRetry={() => void plan.refetch()}
            />
          )}
        </Card>
      )}
      {autoPay.step && (
        <AutoPayDialogs accountId={accountId} step={autoPay.step} autoPay={autoPay} />
      )}
    </>
  )
}
