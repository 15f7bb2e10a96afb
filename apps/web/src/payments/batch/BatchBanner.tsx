import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { updateRootConf, useRootConf } from '../../kernel/root-conf.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { answeredCount, batchSummary } from './batch-progress.ts'
import { currentBatchQuery } from '../charge/charges.api.ts'
import css from '../payments.module.css'

interface BatchBannerProps {
  accountId: string
  onShow: () => void
}

/** The progress of the batch, also after a reload; then its result, until the user dismisses it. */
export const BatchBanner = memo(function BatchBanner({ accountId, onShow }: BatchBannerProps) {
  const { data: batch } = useQuery(currentBatchQuery(accountId))
  const { seenBatch } = useRootConf()
  if (!batch) return null
  if (batch.total === 0)
    return batch.status === 'running' ? (
      <Banner tone="info" role="status">
        Another person is paying invoices that you may not see.
      </Banner>
    ) : null
  if (batch.status === 'running')
    return (
      <Banner
        tone={batch.question ? 'warn' : 'info'}
        role="status"
        actions={
          <>
            <div className={css.bannerBar}>
              <ProgressBar label="Paying invoices" value={answeredCount(batch)} max={batch.total} />
            </div>
            <Button size="small" onClick={onShow}>
              {batch.question ? 'Respond' : 'Show progress'}
            </Button>
          </>
        }
      >
        {batch.question
          ? 'Paying invoices is waiting for a response to the card’s bank.'
          : `Paying invoices: ${answeredCount(batch)} of ${batch.total}`}
      </Banner>
    )
  if (seenBatch === batch.id) return null
  return (
    <Banner
      tone={batch.failed.length + batch.notTried > 0 ? 'warn' : 'ok'}
      role="status"
      onDismiss={() => updateRootConf({ seenBatch: batch.id })}
      actions={
        <Button size="small" onClick={onShow}>
          Show result
        </Button>
      }
    >
      Last payment of {batch.isSelection ? 'selected' : 'all'} invoices: {batchSummary(batch)}.
    </Banner>
  )
})
