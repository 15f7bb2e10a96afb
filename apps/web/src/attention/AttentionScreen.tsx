import { attentionList } from '@portal/domain/attention/attention-lists'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { failureText, supportIdOf } from '../api/call-failed.ts'
import { useNow } from '../kernel/useNow.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Asked } from './asked.ts'
import { attentionQuery } from './attention.api.ts'
import { AttentionSection } from './AttentionSection.tsx'
import { ChargingStops } from './ChargingStops.tsx'
import { ExplainDialog } from './ExplainDialog.tsx'
import { ResolveDialog } from './ResolveDialog.tsx'

const route = getRouteApi('/attention')

export function AttentionScreen() {
  const { list } = route.useSearch()
  const page = useQuery(attentionQuery(list))
  const [asked, setAsked] = useState<Asked>()
  const [done, setDone] = useState('')
  const now = useNow()
  const finish = (message: string) => {
    setAsked(undefined)
    setDone(message)
  }
  const close = () => setAsked(undefined)
  const Question = asked?.name === 'explain' ? ExplainDialog : ResolveDialog
  const lists = page.data?.lists ?? []
  const isEmpty = lists.every(({ key }) => attentionList(key).isForInformation)

  return (
    <Page
      title={list ? attentionList(list).title : 'Needs attention'}
      subtitle="Of all companies, the oldest first. What you do here is in the history of the company."
      above={list && <BackLink path="/attention">Needs attention</BackLink>}
    >
      {done && (
        <Banner tone="ok" role="status" onDismiss={() => setDone('')}>
          {done}
        </Banner>
      )}
      {page.isPending ? (
        <Card flush>
          <Skeleton lines={6} lineHeight={62} label="Loading what needs attention" />
        </Card>
      ) : !page.data ? (
        <Card flush>
          <ErrorState
            text={failureText(page.error, 'What needs attention could not be loaded.')}
            supportId={supportIdOf(page.error)}
            busy={page.isFetching}
            onRetry={() => void page.refetch()}
          />
        </Card>
      ) : (
        <>
          {!list && <ChargingStops stops={page.data.stops} onDone={finish} />}
          {isEmpty && !(list && lists.length > 0) && page.data.stops.length === 0 && (
            <Card flush>
              <EmptyState
                icon={<CircleCheck size={24} aria-hidden />}
                text="Nothing needs attention"
                note="Invoices on hold, payments without an end, refused emails and rejected imports of every company appear here."
              />
            </Card>
          )}
          {lists.map((one) => (
            <AttentionSection key={one.key} list={one} now={now} onAsk={setAsked} />
          ))}
        </>
      )}
      {asked && <Question asked={asked} onClose={close} onDone={finish} />}
    </Page>
  )
}
