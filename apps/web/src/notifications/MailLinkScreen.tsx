import type { ReactNode } from 'react'
import { optionalKinds } from '@portal/domain/notifications/mail-kinds'
import type { MailLink } from '@portal/domain/notifications/notifications.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import { documentTitle, LinkNotShown } from './LinkNotShown.tsx'
import { chooseByLink, linkedChoiceQuery } from './notifications.api.ts'

const route = getRouteApi('/notifications/off')

/**
 * Turns one kind of emails off, or on again, for the recipient of an email, without a sign-in. The explicit type
 * avoids a circular inference with the types of the routes.
 */
export function MailLinkScreen(): ReactNode {
  const { accountId, key, kind } = route.useSearch()
  return accountId && key && kind ? <Linked link={{ accountId, key, kind }} /> : <InvalidLink />
}

function Linked({ link }: { link: MailLink }) {
  const client = useQueryClient()
  const query = linkedChoiceQuery(link)
  const loaded = useQuery(query)
  const choosing = useSingleMutation({
    mutationFn: (isOn: boolean) => chooseByLink(link, isOn),
    onSuccess: (chosen) => client.setQueryData(query.queryKey, chosen),
  })
  const { data } = loaded
  if (!data) return <LinkNotShown query={loaded} invalid={<InvalidLink />} />
  const { title, about } = optionalKinds[link.kind]
  return (
    <Notice
      title={data.isOn ? `Turn off emails: ${title}?` : `Emails are off: ${title}`}
      documentTitle={documentTitle}
      role="status"
      reason={choosing.error ? failureText(choosing.error, 'An error occurred.') : undefined}
      text={
        <>
          {about} They are sent to {data.email} for <bdi>{data.companyName}</bdi>.
        </>
      }
      advice={
        data.isOn
          ? 'This link turns off no other emails. Users of the portal sign in to choose all of theirs.'
          : 'You can turn them on again here at any time, also with the link in an earlier email.'
      }
      actions={
        <>
          <Button
            tone={data.isOn ? 'primary' : 'quiet'}
            busy={choosing.isPending}
            onClick={() => choosing.mutate(!data.isOn)}
          >
            {data.isOn ? 'Turn Off' : 'Turn On Again'}
          </Button>
          <ButtonLink tone="quiet" path="/notifications">
            All notifications
          </ButtonLink>
        </>
      }
    />
  )
}

const InvalidLink = () => (
  <Notice
    title="Not Found"
    titleSize="small"
    documentTitle={documentTitle}
    role="alert"
    reason="This link is not valid."
    text="Please open the link in the email again. If you copied it, make sure that you have all of it. Users can also sign in and choose their emails under Notifications."
    actions={
      <>
        <ButtonLink tone="primary" path="/">
          Back to the start page
        </ButtonLink>
        <ButtonLink tone="quiet" path="/notifications">
          Notifications
        </ButtonLink>
      </>
    }
  />
)
