import { isolated } from '@portal/domain/kernel/isolated'
import { mayUse } from '@portal/domain/kernel/permissions'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { failureText } from '../api/call-failed.ts'
import { authorizationQuery } from '../authorization/authorization.api.ts'
import { changesQuery } from '../changes/changes.api.ts'
import { invoicePaymentsQuery } from '../payments/receipts/payment-history.api.ts'
import { questionsQuery } from '../questions/questions.api.ts'
import { usePortal } from '../session/useSession.ts'
import { Card } from '../ui/Card.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { isGone } from '../ui/page/Loaded.tsx'
import { NotFound } from '../ui/page/NotFound.tsx'
import { Page } from '../ui/page/Page.tsx'
import { BackLink } from '../ui/page/PathLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { InvoiceDetailView } from './InvoiceDetailView.tsx'
import { invoiceDetailQuery } from '../invoices/invoices.api.ts'

const route = getRouteApi('/invoices/detail/$invoiceId')

export function InvoiceDetailScreen() {
  const { me, company } = usePortal()
  const { invoiceId: invoiceNumber } = route.useParams()
  const { against } = route.useSearch()
  // Links back to the list with its filters.
  const { listQuery = '' } = useLocation({ select: ({ state }) => state })
  const detail = useQuery(invoiceDetailQuery(company.accountId, invoiceNumber))
  // Loaded together with the invoice, so that they do not move the lines later.
  usePrefetchQuery(changesQuery(company.accountId, invoiceNumber, against))
  usePrefetchQuery(authorizationQuery(company.accountId, invoiceNumber))
  usePrefetchQuery(questionsQuery(company.accountId, invoiceNumber))
  const enabled = mayUse(me, 'PayInvoices')
  useQuery({ ...invoicePaymentsQuery(company.accountId, invoiceNumber), enabled })
  const back = <BackLink path={`/invoices${listQuery}`}>All Invoices</BackLink>

  // Also covers an invoice that was deleted while its page was open.
  if (isGone(detail)) return <NotFound />
  if (detail.data) return <InvoiceDetailView invoice={detail.data} back={back} />
  return (
    <Page title={`Invoice ${isolated(invoiceNumber)}`} above={back}>
      <Card flush>
        {detail.isPending ? (
          <Skeleton lines={10} lineHeight={52} label="Loading the invoice" />
        ) : (
          <QueryError
            query={detail}
            text={failureText(detail.error, 'Failed to load the invoice.')}
          />
        )}
      </Card>
    </Page>
  )
}
