import { archiveHours, filesOf, mostDownloaded } from '@portal/domain/invoices/downloads'
import { downloadArchive } from '@portal/domain/invoices/invoices.endpoints'
import { plural } from '@portal/domain/kernel/plural'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOf } from '../api/call.ts'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { usePortal } from '../session/useSession.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Stack } from '../ui/parts.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { archiveQuery, deleteArchive, startArchive } from './archive.api.ts'
import type { InvoiceRow } from './invoice-row.ts'

interface FilesDialogProps {
  /** None if the dialog was opened by the link of the mail. */
  selected: readonly InvoiceRow[]
  onClose: () => void
}

/** The files of more invoices than one download may contain: prepared by the portal, also while this page is closed. */
export function FilesDialog({ selected, onClose }: FilesDialogProps) {
  const { accountId } = usePortal().company
  const query = archiveQuery(accountId)
  const found = useQuery(query)
  const client = useQueryClient()
  const change = useSingleMutation({
    mutationFn: (invoiceIds: readonly string[] | null) =>
      invoiceIds ? startArchive(accountId, invoiceIds) : deleteArchive(accountId),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
    // Another tab may have changed what there is.
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  const archive = found.data?.archive
  const remove = (label: string) => (
    <Button busy={change.isPending} onClick={() => change.mutate(null)}>
      {label}
    </Button>
  )
  const files = selected.flatMap(filesOf).length
  return (
    <Dialog
      open
      onClose={onClose}
      title="Files of many invoices"
      cancel="Close"
      error={change.error ? failureText(change.error, 'Please try again.') : undefined}
      actions={
        archive ? (
          archive.keptUntil ? (
            <>
              {remove('Delete files')}
              {/* A link: browsers save even gigabytes of it without loading them. */}
              <a
                className={buttonClass({ tone: 'primary' })}
                href={addressOf(downloadArchive, { query: { companyFilter: accountId } })}
                download
              >
                Download ZIP
              </a>
            </>
          ) : (
            remove('Stop')
          )
        ) : (
          archive === null &&
          files > 0 && (
            <Button
              tone="primary"
              busy={change.isPending}
              onClick={() => change.mutate(selected.map(({ id }) => id))}
            >
              {`Prepare ${plural(files, 'file')}`}
            </Button>
          )
        )
      }
    >
      {archive ? (
        archive.keptUntil ? (
          <p>
            The files of {plural(archive.invoices, 'invoice')} are ready. They are kept until{' '}
            <Instant at={archive.keptUntil} />.
          </p>
        ) : (
          <Stack gap={2}>
            <p role="status">
              {`${archive.done.toLocaleString('en-US')} of ${plural(archive.invoices, 'invoice')} prepared`}
            </p>
            <ProgressBar label="Preparing files" value={archive.done} max={archive.invoices} />
            <p>You can close this page. You get an email when the files are ready.</p>
          </Stack>
        )
      ) : archive === null ? (
        <p>
          {files > 0
            ? `A download has the files of at most ${mostDownloaded} invoices. The portal prepares the files of these ${plural(selected.length, 'invoice')} for you, which takes some minutes. You get an email when they are ready, and they are kept for ${archiveHours} hours.`
            : 'No files are prepared for you. Select invoices in the list, and choose Download.'}
        </p>
      ) : found.isError ? (
        <QueryError query={found} text="Failed to load the files." />
      ) : (
        <Skeleton lines={2} lineHeight={20} label="Loading the files" />
      )}
    </Dialog>
  )
}
