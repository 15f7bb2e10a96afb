import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, FileText, Mail, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, QueryError } from '../../ui/ErrorState.tsx'
import { focusBeside } from '../../ui/layers/focus-beside.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Instant } from '../../ui/Instant.tsx'
import { MainAction } from '../../ui/page/Page.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import { AddRecipientsDialog } from './AddRecipientsDialog.tsx'
import { MailboxInvoicesDialog } from './MailboxInvoicesDialog.tsx'
import { MoreRows, useMoreRows } from '../MoreRows.tsx'
import { PanelHead } from '../PanelHead.tsx'
import { externalRecipientsQuery, userRecipientsQuery } from './recipients.api.ts'
import css from './RecipientsPanel.module.css'
import { useRecipients } from './useRecipients.ts'

/** The recipients of emails about payments: external addresses, and users who may pay. */
export function RecipientsPanel() {
  const { accountId } = usePortal().company
  const external = useQuery(externalRecipientsQuery(accountId))
  const users = useQuery(userRecipientsQuery(accountId))
  const recipients = useRecipients(accountId)
  const { value: isAdding, set: setAdding } = useTyped('adding recipients', false)
  const [chosen, setChosen] = useState<ExternalRecipient>()
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
        dateOf={({ dateAdded }) => dateAdded}
        action={
          <MainAction>
            <Button
              icon={<Plus size={16} aria-hidden />}
              disabledReason={!(external.data && users.data) && 'The recipients are not loaded.'}
              onClick={() => setAdding(true)}
            >
              Add Recipients
            </Button>
          </MainAction>
        }
        onAsk={({ email }) => recipients.ask(email)}
        asking={recipients.asking}
        onDelete={({ email }) => recipients.remove(email)}
        onInvoices={setChosen}
      />
      <RecipientSection
        title="User Recipients"
        about="All users who may pay invoices. Users leave this list when that access is removed."
        list={users}
        failure="An error occurred while fetching user recipients."
        none="No User Recipients Found"
        dateLabel="Last Sign In Date"
        dateOf={({ lastSignInDate }) => lastSignInDate}
      />
      {chosen && (
        <MailboxInvoicesDialog
          recipient={chosen}
          choosing={recipients.choosing}
          onClose={() => setChosen(undefined)}
        />
      )}
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

interface RecipientSectionProps<Recipient> {
  title: string
  /** Explains a list that cannot be changed here. */
  about?: string
  list: UseQueryResult<Recipient[]>
  failure: string
  none: string
  dateLabel: string
  dateOf: (recipient: Recipient) => string | null | undefined
  action?: ReactNode
  /** Sends the request to confirm again. */
  onAsk?: (recipient: Recipient) => void
  /** The address to which it is being sent. */
  asking?: string | undefined
  /** Absent if the list is read-only. */
  onDelete?: (recipient: Recipient) => void
  /** Chooses which invoices the recipient gets. */
  onInvoices?: (recipient: Recipient) => void
}

/** A user has no state, because a permission makes the user a recipient. */
type Listed = Pick<ExternalRecipient, 'email' | 'refusedSince'> & Partial<ExternalRecipient>

/** One kind of recipients. */
function RecipientSection<Recipient extends Listed>(props: RecipientSectionProps<Recipient>) {
  const { title, about, list, failure, none, dateLabel, dateOf, action, onAsk, asking } = props
  const { onDelete, onInvoices } = props
  const rows = useMoreRows(list.data ?? [])
  const isPhone = useMedia(narrow)
  const hasRows = list.data !== undefined && list.data.length > 0
  return (
    <Card flush label={title}>
      <header className={css.sectionHead}>
        <Row as="h3" gap={3}>
          {title}
          {hasRows && (
            <Text weight={400} tone="faint">
              {list.data.length}
            </Text>
          )}
        </Row>
        {/* Each row contains it for screen readers. */}
        {hasRows && (
          <Text size={1} weight={500} tone="faint" className={css.date} aria-hidden>
            {dateLabel}
          </Text>
        )}
        {!isPhone && action}
      </header>
      {about && hasRows && (
        <Text as="p" size={1} tone="faint" className={css.about}>
          {about}
        </Text>
      )}
      {list.isPending ? (
        <Skeleton lines={2} lineHeight={56} label={`Loading ${title}`} />
      ) : !list.data ? (
        <QueryError query={list} text={failure} />
      ) : list.data.length === 0 ? (
        <EmptyState icon={<Mail size={24} aria-hidden />} text={none} />
      ) : (
        <ul className={css.list} aria-label={title}>
          {rows.shown.map((recipient) => (
            <li key={recipient.email}>
              <span className={css.email}>
                {recipient.email}
                {recipient.state === 'declined' && <Row as="small">Refused these emails</Row>}
                {recipient.state !== 'declined' && <Row as="small">{invoicesText(recipient)}</Row>}
                {(recipient.state === 'waiting' ||
                  (recipient.state === 'confirmed' && recipient.invoices === 'waiting')) && (
                  <Row as="small" wrap className={css.note}>
                    {recipient.state === 'waiting'
                      ? 'Waiting for confirmation'
                      : 'Waiting for confirmation of the invoices'}
                    <Button
                      size="small"
                      busy={asking === recipient.email}
                      aria-label={`Send the request again, ${recipient.email}`}
                      onClick={() => onAsk?.(recipient)}
                    >
                      Send the request again
                    </Button>
                  </Row>
                )}
                {recipient.refusedSince && (
                  <Row as="small" gap={2} rowGap={0} wrap tone="warn">
                    <CircleAlert size={14} aria-hidden />
                    Refused since <Instant at={recipient.refusedSince} to="day" />: mailbox unknown
                  </Row>
                )}
              </span>
              <Muted className={css.date}>
                <span className="sr-only">{dateLabel}: </span>
                <InstantOrNever at={dateOf(recipient)} />
              </Muted>
              <Row>
                {onInvoices && (
                  <IconButton
                    label={`Invoices, ${recipient.email}`}
                    onClick={() => onInvoices(recipient)}
                  >
                    <FileText size={16} aria-hidden />
                  </IconButton>
                )}
                {onDelete && (
                  <IconButton
                    label={`Delete, ${recipient.email}`}
                    onClick={({ currentTarget }) => {
                      focusBeside(currentTarget)
                      onDelete(recipient)
                    }}
                  >
                    <Trash2 size={16} aria-hidden />
                  </IconButton>
                )}
              </Row>
            </li>
          ))}
        </ul>
      )}
      <MoreRows rows={rows} what="recipients" />
      {isPhone && action}
    </Card>
  )
}

/** Which invoices an external recipient gets. */
function invoicesText({ invoices = 'none', categories = [] }: Listed): string {
  if (invoices === 'none') return ''
  const names = categories.map(({ name }) => name).join(', ')
  const words = invoices === 'off' ? 'Turned off invoices' : 'Invoices'
  return names ? `${words}: ${names}` : words
}

function InstantOrNever({ at }: { at: string | null | undefined }) {
  return at ? <Instant at={at} to="day" /> : <span>Never</span>
}
