import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { pendingApproval, type Decision } from '@portal/domain/equipment/status'
import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Card } from '../ui/Card.tsx'
import { isGone, Loaded } from '../ui/page/Loaded.tsx'
import { NotFound } from '../ui/page/NotFound.tsx'
import { Page } from '../ui/page/Page.tsx'
import { BackLink } from '../ui/page/PathLink.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { equipmentRequestQuery } from './equipment.api.ts'
import { RequestContent } from './RequestContent.tsx'

const route = getRouteApi('/erf/detail/$id')

export function RequestDetailsScreen() {
  const { company } = usePortal()
  const { id } = route.useParams()
  // Links back to the list with its filters.
  const { listQuery = '' } = useLocation({ select: ({ state }) => state })
  const request = useQuery(equipmentRequestQuery(company.accountId, id))
  const { data } = request
  const [asked, setAsked] = useState<Decision>()
  if (isGone(request)) return <NotFound />
  return (
    <Page
      title="REQUEST DETAILS"
      documentTitle={`Request ${id}`}
      subject={`Request ${isolated(id)}`}
      subtitle={data && aboutText(data)}
      above={<BackLink path={`/erf${listQuery}`}>Approvals</BackLink>}
      actions={
        data?.externalOrderStatus === pendingApproval && <DecisionButtons onAsk={setAsked} />
      }
    >
      <Card flush={!data}>
        <Loaded
          query={request}
          lines={8}
          loading="Loading the request"
          failed="Failed to load approval details."
        >
          {(loaded) => <RequestContent request={loaded} />}
        </Loaded>
      </Card>
      {data && asked && (
        <DecideDialog request={data} decision={asked} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  )
}

/** `Router, managed pair and 1 more` */
function aboutText({ lineItems: { lineItems } }: EquipmentRequest): string {
  const [first, ...others] = lineItems
  const more = others.length > 0 ? ` and ${others.length.toLocaleString('en-US')} more` : ''
  return first ? `${isolated(first.equipmentName)}${more}` : ''
}
