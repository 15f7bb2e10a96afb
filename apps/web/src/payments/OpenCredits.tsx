import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
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

/** A longer list would hide what is paid. */
const namedAtMost = 5

/** The open credits of the company, before a card is charged; nothing if there are none. */
export function OpenCredits({ accountId, invoiceId }: { accountId: string; invoiceId?: string }) {
  const { data = [] } = useQuery(openCreditsQuery(accountId, invoiceId))
  if (data.length === 0) return <></>
  const credits = data.map(({ invoiceNumber, amount }) => ({
    name: invoiceNumber,
    cents: toCents(amount, 'USD'),
  }))
  const rest = credits.splice(namedAtMost)
  const sum = rest.reduce((all, { cents }) => all + cents, 0)
  const named =
    rest.length > 0 ? [...credits, { name: `${rest.length} more`, cents: sum }] : credits
  const list = named.map(({ name, cents }) => `${name} ${formatMoney(cents, 'USD')}`).join(', ')
  return (
    <Text as="p" tone="muted" className={css.note}>
      {`Open credits: ${list}. Card payments do not use them.`}
    </Text>
  )
}
