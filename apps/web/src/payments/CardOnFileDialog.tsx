import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loading } from '../ui/Loading.tsx'
import type { CardOnFile } from './card-on-file.ts'
import { defaultCardQuery } from './cards.api.ts'
import { NoCardDialog } from './NoCardDialog.tsx'

export const confirmationTitle = 'INVOICE PAYMENT CONFIRMATION'

interface CardOnFileDialogProps {
  accountId: string
  onClose: () => void
  /** The dialog that asks, once the card it will charge is known. */
  children: (card: CardOnFile) => ReactNode
}

/** Looks up the card before anything is asked; without a valid one it says so instead. */
export function CardOnFileDialog({ accountId, onClose, children }: CardOnFileDialogProps) {
  const card = useQuery(defaultCardQuery(accountId))
  if (card.data && !card.data.isExpired) return children(card.data)
  if (card.data !== undefined) return <NoCardDialog card={card.data} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      busy={false}
      error={
        card.error ? failureText(card.error, 'The card on file could not be looked up.') : undefined
      }
      actions={
        card.error && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" busy={card.isFetching} onClick={() => void card.refetch()}>
              Retry
            </Button>
          </>
        )
      }
    >
      {card.isPending && <Loading />}
    </Dialog>
  )
}
