import type { ReactNode } from 'react'
import type {
  RecipientLink,
  RecipientRequest,
} from '@portal/domain/notifications/recipient-request.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { documentTitle, LinkNotShown } from './LinkNotShown.tsx'
import { answerRequest, recipientRequestQuery } from './notifications.api.ts'

const route = getRouteApi('/notifications/recipient')

/**
 * Asks an external recipient, without a sign-in, whether the address wants the emails of a company. The type is explicit
 * as in `MailLinkScreen`.
 */
export function RecipientLinkScreen(): ReactNode {
  const { accountId, key } = route.useSearch()
  return accountId && key ? <Request link={{ accountId, key }} /> : <InvalidLink />
}

function Request({ link }: { link: RecipientLink }) {
  const client = useQueryClient()
  const query = recipientRequestQuery(link)
  const loaded = useQuery(query)
  const answering = useSingleMutation({
    mutationFn: (isWanted: boolean) => answerRequest(link, isWanted),
    onSuccess: (answered) => client.setQueryData(query.queryKey, answered),
  })
  const { data } = loaded
  if (!data) return <LinkNotShown query={loaded} invalid={<InvalidLink />} />
  const { title, advice } = words[data.state]
  const busy = answering.isPending
  const wait = busy && 'Your answer is being saved.'
  return (
    <Notice
      title={title}
      documentTitle={documentTitle}
      role="status"
      reason={answering.error ? failureText(answering.error, 'An error occurred.') : undefined}
      text={
        <>
          <bdi>{data.companyName}</bdi> asks to send receipts, failed payments and invoices to{' '}
          {data.email}.
        </>
      }
      advice={advice}
      actions={
        <>
          {data.state !== 'confirmed' && (
            <Button tone="primary" disabledReason={wait} onClick={() => answering.mutate(true)}>
              Confirm
            </Button>
          )}
          {data.state !== 'declined' && (
            <Button tone="quiet" disabledReason={wait} onClick={() => answering.mutate(false)}>
              Refuse
            </Button>
          )}
        </>
      }
    />
  )
}

const words: Record<RecipientRequest['state'], { title: string; advice: string }> = {
  waiting: {
    title: 'Do you want these emails?',
    advice: 'Nothing else is sent unless you confirm. If you do not know the company, refuse.',
  },
  confirmed: {
    title: 'You get these emails',
    advice: 'Each email has a link that turns off its kind.',
  },
  declined: {
    title: 'You do not get these emails',
    advice: 'The company cannot ask again. You can still confirm here while the link is valid.',
  },
}

const InvalidLink = () => (
  <Notice
    title="Not Found"
    titleSize="small"
    documentTitle={documentTitle}
    role="alert"
    reason="This link is not valid."
    text="It may be older than 14 days, or the company removed the address. The company can send the request again."
  />
)
