import { itemCount } from '@portal/domain/licenses/line-items'
import type { UnsentContent } from '@portal/domain/licenses/unsent-changes'
import { useMutation } from '@tanstack/react-query'
import { FileCheck2, FileText, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { CallFailed, isUncertain, supportIdOf } from '../../api/call-failed.ts'
import { useConnection } from '../../api/connection.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { EmptyState, ErrorState } from '../../ui/ErrorState.tsx'
import { isGone } from '../../ui/page/Loaded.tsx'
import { Row } from '../../ui/parts.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CurrentOrder } from './CurrentOrder.tsx'
import css from './OrderReview.module.css'
import { openDraft } from '../unsent/unsent.api.ts'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

/** The order being built, or the draft in the address: its review, or the ways to start one. */
export function NewOrder() {
  const { search, change, toPanel } = useLicensesAddress()
  const { query, content, lineItems } = useUnsentOrder()
  const { draft } = search
  const onLeave = () => change({ draft: '' })
  const isInHand = draft !== undefined && String(content.draft?.id) === draft
  // An address opens its draft once: the address must not restore a saved, submitted or cleared order.
  const [opened, setOpened] = useState<string>()
  if (isInHand && opened !== draft) setOpened(draft)
  if (draft && !isInHand && opened !== draft)
    return <DraftGate key={draft} id={draft} onOpened={() => setOpened(draft)} onLeave={onLeave} />
  if (!draft || !query.data || lineItems.length > 0 || content.draft)
    return <CurrentOrder onPanel={toPanel} onDone={() => toPanel('orders', {}, 'replace')} />
  return (
    <Card flush>
      <EmptyState
        icon={<FileText size={24} aria-hidden />}
        text={`You are no longer editing draft #${orderNumber(draft)}.`}
        note="It was saved, submitted or cleared."
        action={
          <Row gap={3} align="stretch" justify="center" wrap className={css.begin}>
            <Button onClick={() => setOpened(undefined)}>Open draft #{orderNumber(draft)}</Button>
            <Button onClick={onLeave}>New Order</Button>
          </Row>
        }
      />
    </Card>
  )
}

interface DraftGateProps {
  id: string
  onOpened: () => void
  onLeave: () => void
}

/** Opens the server's version of a draft. Requires a confirmation if that would replace unsaved work. */
function DraftGate({ id, onOpened, onLeave }: DraftGateProps) {
  const { owner, content, notes, blocked } = useUnsentOrder()
  const opening = useMutation({
    mutationFn: async (mayReplace: UnsentContent | undefined) => {
      // Rounded, the number would belong to another draft.
      if (!Number.isSafeInteger(Number(id))) throw new CallFailed(404, '')
      if (mayReplace) notes.discard()
      return openDraft(owner, Number(id), mayReplace)
    },
    onSuccess: (opened) => opened === 'opened' && onOpened(),
    // A repeat is harmless: like a query, the call is retried once if there was no response.
    retry: (failures, error) => failures < 1 && isUncertain(error),
    retryDelay: 600,
  })
  const { mutate } = opening
  const isReached = useConnection() === 'reached'
  // Also runs when the connection is back, unless the dialog is open.
  const open = useEffectEvent(() => opening.data ?? mutate(undefined))
  useEffect(() => {
    if (isReached) open()
  }, [isReached])

  const leave = <Button onClick={onLeave}>New Order</Button>
  if (opening.data === 'asks')
    return (
      <ConfirmDialog
        title={`Open Draft #${orderNumber(id)}`}
        description={
          content.draft
            ? `Your changes to draft #${orderNumber(content.draft.id)} are not saved. Opening draft #${orderNumber(id)} discards them.`
            : `You are building an order with ${itemCount(content.items.length)} that is not saved. Opening the draft replaces it.`
        }
        cancel="Keep my order"
        disabledReason={blocked}
        action="Replace it"
        onConfirm={() => mutate(content)}
        onClose={onLeave}
      />
    )
  return (
    <Card flush>
      {opening.data === 'submitted' ? (
        <EmptyState
          icon={<FileCheck2 size={24} aria-hidden />}
          text={`Order ${orderNumber(id)} has been submitted.`}
          note="A submitted order can no longer be changed."
          action={leave}
        />
      ) : !opening.isError || (!isReached && isUncertain(opening.error)) ? (
        <Skeleton lines={6} lineHeight={56} label="Loading the draft" />
      ) : isGone(opening) ? (
        <EmptyState
          icon={<SearchX size={24} aria-hidden />}
          text="Failed to load draft. Try again."
          note="There is no such draft. It may have been deleted."
          action={leave}
        />
      ) : (
        <ErrorState
          text="Failed to load draft. Try again."
          supportId={supportIdOf(opening.error)}
          onRetry={() => mutate(undefined)}
        />
      )}
    </Card>
  )
}
