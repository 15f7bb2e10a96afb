import type { ComponentProps } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface AskProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'> {
  /** What its button does, and why it cannot now. */
  does: string
  blocked?: string | false | undefined
  onDo: () => void
}

/** A question before something is taken away. */
export const Ask = ({ does, blocked, onDo, ...question }: AskProps) => (
  <Dialog
    open
    cancel="Cancel"
    {...question}
    actions={
      <Button tone="danger" busy={question.busy} disabledReason={blocked} onClick={onDo}>
        {does}
      </Button>
    }
  />
)
