import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../api/call-failed.ts'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryBanner } from '../../ui/ErrorState.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Stack } from '../../ui/parts.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { idsOf } from './recipient-entries.ts'
import { grantableCategoriesQuery } from './recipients.api.ts'
import type { useRecipients } from './useRecipients.ts'

interface MailboxInvoicesDialogProps {
  recipient: ExternalRecipient
  choosing: ReturnType<typeof useRecipients>['choosing']
  onClose: () => void
}

/** Chooses the categories whose invoices an external recipient gets. */
export function MailboxInvoicesDialog(props: MailboxInvoicesDialogProps) {
  const { recipient, choosing, onClose } = props
  const { email } = recipient
  const categories = useQuery(grantableCategoriesQuery(usePortal().company.accountId))
  const [ids, setIds] = useState<readonly number[]>(idsOf(recipient.categories))
  const close = () => {
    choosing.reset()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Invoices by Email"
      description={
        <>
          <b>{email}</b> gets each new, corrected or withdrawn invoice of these categories, as PDF,
          once its mailbox has confirmed by a link. The users who manage your company are told.
        </>
      }
      busy={choosing.isPending}
      error={choosing.error ? failureText(choosing.error, 'An error occurred.') : undefined}
      cancel="Cancel"
      actions={
        <Button
          tone="primary"
          busy={choosing.isPending}
          disabledReason={!categories.data && 'The categories are not loaded.'}
          onClick={() => choosing.mutate({ email, ids }, { onSuccess: close })}
        >
          Save
        </Button>
      }
    >
      {categories.isPending && <Loading />}
      {categories.isError && (
        <QueryBanner query={categories}>
          An error occurred while fetching invoice categories
        </QueryBanner>
      )}
      <Stack gap={1} role="group" aria-label="Invoice Categories">
        {categories.data?.map(({ invoiceCategoryId: id, name }) => (
          <Checkbox
            key={id}
            checked={ids.includes(id)}
            onChange={(isChosen) =>
              setIds(isChosen ? [...ids, id] : ids.filter((other) => other !== id))
            }
          >
            {name}
          </Checkbox>
        ))}
      </Stack>
    </Dialog>
  )
}
