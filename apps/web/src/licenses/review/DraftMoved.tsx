import type { DraftState } from '@portal/domain/licenses/licenses.schema'
import { movedText } from '@portal/domain/licenses/unsent-changes'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../api/call-failed.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { atPanel, licensesSearch } from '../licenses-search.ts'
import { takeNewest } from '../unsent/unsent.api.ts'
import type { useSaveOrder } from '../unsent/useSaveOrder.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface DraftMovedProps {
  moved: DraftState
  save: ReturnType<typeof useSaveOrder>
}

/** How a colleague changed the draft that the user is editing, and the choices for the user's own changes. */
export function DraftMoved({ moved, save }: DraftMovedProps) {
  const { owner, content, notes, blocked } = useUnsentOrder()
  const opening = useSingleMutation({
    mutationFn: () => takeNewest(owner, content, true),
    onSuccess: () => {
      notes.discard()
      save.reset()
    },
  })
  const { id, status } = moved
  return (
    <Banner
      tone="warn"
      role="alert"
      actions={
        <>
          {status === 'Draft' && (
            <Button
              size="small"
              busy={opening.isPending}
              disabledReason={blocked}
              onClick={() => opening.mutate()}
            >
              Open the newer draft
            </Button>
          )}
          {status === 'Submitted' && (
            <Link
              to="/licenses"
              search={{ ...atPanel(licensesSearch.parse({}), 'orders'), order: String(id) }}
              className={buttonClass({ size: 'small' })}
            >
              Open the order
            </Link>
          )}
          <Button
            size="small"
            tone="primary"
            busy={save.isPending}
            disabledReason={blocked}
            onClick={() => save.mutate('new draft')}
          >
            Save mine as a new draft
          </Button>
        </>
      }
    >
      {movedText(moved)}
      {opening.isError && (
        <span> {failureText(opening.error, 'That did not work. Try again.')}</span>
      )}
    </Banner>
  )
}
