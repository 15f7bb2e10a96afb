import { equipmentStatuses, pendingApproval, type Decision } from '@portal/domain/equipment/status'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { ClipboardCheck, Maximize2 } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { queryClient } from '../api/query-client.ts'
import { usePortal } from '../session/useSession.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { Filters } from '../ui/fields/Filters.tsx'
import { Loaded } from '../ui/page/Loaded.tsx'
import { totalText } from '../ui/lists/page-range.ts'
import { Page } from '../ui/page/Page.tsx'
import { PagedList } from '../ui/lists/PagedList.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import { SizesInSheet } from '../ui/lists/Pager.tsx'
import { leavingList } from '../ui/lists/RowLink.tsx'
import { SearchInput } from '../ui/fields/SearchField.tsx'
import { SidePanel } from '../ui/layers/SidePanel.tsx'
import { TabLinks } from '../ui/page/TabLinks.tsx'
import { Toolbar } from '../ui/page/Toolbar.tsx'
import { useSearchText } from '../ui/fields/useTypedText.ts'
import { approvalList } from './approval-columns.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { pageSize, type ChangeApprovals, type EquipmentSearch } from './equipment-search.ts'
import { equipmentListQuery, equipmentRequestQuery } from './equipment.api.ts'
import { RequestContent } from './RequestContent.tsx'

const route = getRouteApi('/erf')
const tabs = [{ path: '/erf', label: 'Approvals' }]
const statusChoices = [
  { value: 'all', label: 'All' },
  ...equipmentStatuses.map((status) => ({ value: status, label: status })),
] as const
const sizeChoices = (['10', '25', '50', '100'] as const).map((size) => ({
  value: size,
  label: size,
}))

export function ApprovalsScreen() {
  const { company } = usePortal()
  const { open, ...search } = route.useSearch()
  const isOpen = open !== undefined
  const navigate = useNavigate({ from: '/erf' })
  // Every change except turning the page or opening a row returns to the first page.
  const change: ChangeApprovals = useCallback(
    (wanted) =>
      void navigate({
        to: '/erf',
        search: (current) => ({
          ...current,
          ...(!('open' in wanted) && { page: undefined }),
          ...wanted,
        }),
        // Choosing another row while one is open does not add a history entry.
        replace: !('page' in wanted) && !(wanted.open && !isOpen),
        state: { isLayer: wanted.open !== undefined },
        resetScroll: false,
      }),
    [navigate, isOpen],
  )
  const [typed, type, q] = useSearchText(search.q, change)
  const asked = { ...search, q }
  const list = useQuery(equipmentListQuery(company.accountId, asked))
  const showRequest = useCallback((id: string) => change({ open: id }), [change])
  const sizes = {
    value: search.size,
    onChange: (size: EquipmentSearch['size']) => change({ size }),
    items: sizeChoices,
  }

  return (
    <Page title="Approvals">
      <TabLinks label="Requests" current="/erf" items={tabs} />
      <PagedList
        query={list}
        toolbar={
          <Toolbar total={list.data && totalText(list.data)}>
            <SearchInput
              label="Search requests"
              placeholder="Search id, person or notes"
              value={typed}
              onChange={type}
            />
            <Filters
              on={Number(search.status !== undefined)}
              onClear={() => change({ status: undefined })}
              found={list.data?.count}
              noun="request"
            >
              <Choice
                chip
                label="Status"
                value={search.status ?? 'all'}
                onChange={(status) => change({ status: status === 'all' ? undefined : status })}
                items={statusChoices}
              />
              <SizesInSheet {...sizes} />
            </Filters>
          </Toolbar>
        }
        list={approvalList}
        actions={showRequest}
        current={open}
        loading="Loading requests"
        failed={failureText(list.error, 'Failed to load requests.')}
        empty={{
          icon: <ClipboardCheck size={24} aria-hidden />,
          // The specification's text, although these are not licenses.
          text: 'No Licenses Found.',
          heading: 'There are no equipment requests.',
          note: 'New requests appear here, and you can get them by email.',
          action: <ButtonLink path="/notifications">Choose your emails</ButtonLink>,
        }}
        filters={
          (q !== '' || search.status !== undefined) && {
            note: `No request matches the search${search.status ? ' and filters' : ''}.`,
            isSearch: search.status === undefined,
            onClear: () => change({ q: undefined, status: undefined }),
          }
        }
        beyond="This page is past the end of the list."
        pages="Pages of the requests"
        sizes={sizes}
        page={search.page}
        size={pageSize(search)}
        onPage={(page) => change({ page })}
        load={(page) =>
          queryClient.fetchQuery(equipmentListQuery(company.accountId, { ...asked, page }))
        }
      />
      {open && (
        <RequestPanel
          key={open}
          accountId={company.accountId}
          id={open}
          onClose={() => change({ open: undefined })}
        />
      )}
    </Page>
  )
}

interface RequestPanelProps {
  accountId: string
  id: string
  onClose: () => void
}

/** The request beside the list, with the buttons to approve or cancel it. */
function RequestPanel({ accountId, id, onClose }: RequestPanelProps) {
  const found = useQuery(equipmentRequestQuery(accountId, id))
  const { data } = found
  const [asked, setAsked] = useState<Decision>()
  const isWaiting = data?.externalOrderStatus === pendingApproval
  const details = (
    <RequestLink id={id}>
      <Maximize2 size={15} aria-hidden />
      Request details
    </RequestLink>
  )
  return (
    <SidePanel
      title={`Request ${id}`}
      onClose={onClose}
      actions={data && (isWaiting ? <DecisionButtons onAsk={setAsked} /> : details)}
    >
      <Loaded
        query={found}
        lines={7}
        loading="Loading the request"
        failed="Failed to load approval details."
        gone={
          !data && {
            text: 'Failed to load approval details.',
            note: 'There is no such request. Please check the link.',
          }
        }
      >
        {(request) => (
          <>
            <RequestContent request={request} />
            {isWaiting && details}
          </>
        )}
      </Loaded>
      {data && asked && (
        <DecideDialog request={data} decision={asked} onClose={() => setAsked(undefined)} />
      )}
    </SidePanel>
  )
}

/** A link to the page of a request. It passes the list's query, so that the page can link back to it. */
function RequestLink({ id, children }: { id: string; children: ReactNode }) {
  const router = useRouter()
  return (
    <Link
      to="/erf/detail/$id"
      params={{ id }}
      state={leavingList(router)}
      className={buttonClass({})}
    >
      {children}
    </Link>
  )
}
