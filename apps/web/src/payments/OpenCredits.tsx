import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { openCreditsText } from '@portal/domain/payments/open-credits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Text } from '../ui/parts.tsx'
import css from './payments.module.css'

const openCreditsQuery = (accountId: string, invoiceId?: string) =>
  queryOptions({
    queryKey: ['openCredits', accountId, invoiceId],
    queryFn: ({ signal }) =>
      call(endpoints.listOpenCredits, {
        query: { companyFilter: accountId, ...(invoiceId && { invoiceId }) },
        signal,
      }),
    staleTime: 0,
  })

/** The open credits of the company, before a card is charged; nothing if there are none. */
export function OpenCredits({ accountId, invoiceId }: { accountId: string; invoiceId?: string }) {
  const { data = [] } = useQuery(openCreditsQuery(accountId, invoiceId))
  const text = openCreditsText(data)
  return text ? (
    <Text as="p" tone="muted" className={css.note}>
      {text}
    </Text>
  ) : (
    <></>
  )
}
