import { failureText } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { Asked } from './asked.ts'
import { resolveItem } from './attention.api.ts'
import { ItemFacts } from './ItemFacts.tsx'
import { useResolve } from './useResolve.ts'

interface ResolveDialogProps {
  asked: Asked
  onClose: () => void
  onDone: (message: string) => void
}

/** Says what will happen, and does it on a yes. */
export function ResolveDialog({ asked, onClose, onDone }: ResolveDialogProps) {
  const { list, name, action, item } = asked
  const resolving = useResolve(() => resolveItem(list, name, item, {}), onDone)
  const { busy, error, isOver, start } = resolving
  return (
    <Dialog
      open
      wide
      title={action.label}
      description={action.question(item)}
      busy={busy}
      error={
        error
          ? failureText(error, 'Nothing is known about the outcome. Please try again.')
          : undefined
      }
      onClose={onClose}
      actions={
        <>
          <Button disabledReason={busy && 'Your answer is on its way.'} onClick={onClose}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button tone="primary" busy={busy} onClick={() => start()}>
              {error ? 'Try again' : action.label}
            </Button>
          )}
        </>
      }
    >
      <ItemFacts list={list} item={item} />
    </Dialog>
  )
}
