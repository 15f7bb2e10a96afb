import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatInstantDay } from '../kernel/instant.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { AddRecipientsDialog } from './AddRecipientsDialog.tsx'
import { externalRecipientsQuery, userRecipientsQuery } from './recipients.api.ts'
import { RecipientSection } from './RecipientSection.tsx'
import { useRecipients } from './useRecipients.ts'
import { PanelHead } from './PanelHead.tsx'

/** Who is told by mail about payments: people outside the portal, and users who may pay. */
export function RecipientsPanel() {
  const { accountId } = usePortal().company
  const external = useQuery(externalRecipientsQuery(accountId))
  const users = useQuery(userRecipientsQuery(accountId))
  const recipients = useRecipients(accountId)
  const [isAdding, setAdding] = useState(false)
  const total = external.data && users.data ? external.data.length + users.data.length : undefined

  return (
    <>
      <PanelHead title="Payment Notification Recipients" total={total} />
      <RecipientSection
        title="External Recipients"
        list={external}
        failure="An error occurred while fetching external recipients."
        none="No External Recipients Found"
        dateLabel="Date Added"
        dateOf={({ dateAdded }) => formatInstantDay(dateAdded)}
        action={
          <Button
            icon={<Plus size={16} aria-hidden />}
            disabledReason={!(external.data && users.data) && 'The recipients are not loaded.'}
            onClick={() => setAdding(true)}
          >
            Add Recipients
          </Button>
        }
        onDelete={({ email }) => recipients.remove(email)}
      />
      <RecipientSection
        title="User Recipients"
        list={users}
        failure="An error occurred while fetching user recipients."
        none="No User Recipients Found"
        dateLabel="Last Sign In Date"
        dateOf={({ lastSignInDate }) =>
          lastSignInDate ? formatInstantDay(lastSignInDate) : 'Never'
        }
      />
      {isAdding && (
        <AddRecipientsDialog
          known={[...(external.data ?? []), ...(users.data ?? [])].map(({ email }) => email)}
          recipients={recipients}
          onClose={() => {
            recipients.resetAdding()
            setAdding(false)
          }}
        />
      )}
    </>
  )
}
