import { pendingApproval, type Decision } from '@portal/domain/equipment/status'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, SearchX } from 'lucide-react'
import { useState } from 'react'
import { CallFailed, supportIdOf } from '../api/call-failed.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { equipmentRequestQuery } from './equipment.api.ts'
import { RequestContent } from './RequestContent.tsx'
import { RequestLink } from './RequestLink.tsx'

interface RequestPanelProps {
  accountId: string
  id: string
  onClose: () => void
}

/** One request beside the list: what it holds, and the two answers to it. */
export function RequestPanel({ accountId, id, onClose }: RequestPanelProps) {
  const { data, isPending, error, isFetching, refetch } = useQuery(
    equipmentRequestQuery(accountId, id),
  )
  const [asked, setAsked] = useState<Decision>()
  return (
    <SidePanel
      title={`Request ${id}`}
      onClose={onClose}
      actions={
        data && (
          <>
            <RequestLink id={id}>
              <Maximize2 size={15} aria-hidden />
              Request details
            </RequestLink>
            {data.externalOrderStatus === pendingApproval && <DecisionButtons onAsk={setAsked} />}
          </>
        )
      }
    >
      {isPending ? (
        <Skeleton lines={7} lineHeight={56} label="Loading the request" />
      ) : data ? (
        <RequestContent request={data} />
      ) : error instanceof CallFailed && error.status === 404 ? (
        <EmptyState
          icon={<SearchX size={24} aria-hidden />}
          text="Failed to load approval details."
          note="There is no such request. Please check the link."
        />
      ) : (
        <ErrorState
          text="Failed to load approval details."
          supportId={supportIdOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && asked && (
        <DecideDialog request={data} decision={asked} onClose={() => setAsked(undefined)} />
      )}
    </SidePanel>
  )
}
