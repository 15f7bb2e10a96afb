import { isolated } from '@portal/domain/kernel/isolated'
import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { movedText } from '@portal/domain/licenses/unsent-changes'
import { effectText, monthlyEffect, shownItems } from '@portal/domain/licenses/monthly-effect'
import { useQuery } from '@tanstack/react-query'
import { CirclePlus, Save, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { failureText, isUncertain } from '../../api/call-failed.ts'
import { queryClient } from '../../api/query-client.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { usePortal } from '../../session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Muted, Row, Stack, Text } from '../../ui/parts.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { ClearOrderDialog } from './ClearOrderDialog.tsx'
import { ConfirmOrderDialog } from './ConfirmOrderDialog.tsx'
import { DraftMoved } from './DraftMoved.tsx'
import { takenIn } from '../item-entry.ts'
import type { OrderPanel } from '../licenses-search.ts'
import { checkOrder, namedHeldQuery, productsQuery } from '../licenses.api.ts'
import { OrderItems } from './OrderItems.tsx'
import css from './OrderReview.module.css'
import parts from '../Parts.module.css'
import { useUnsentOrder, type UseUnsentOrder } from '../unsent/useUnsentOrder.tsx'
import { isNotAuthorized } from '../unsent/not-made.ts'
import { saveFailure, useSaveOrder } from '../unsent/useSaveOrder.ts'

interface OrderReviewProps {
  /** Leads to adding an item; absent on the page where the user already adds items. */
  onPanel?: (panel: OrderPanel) => void
  onDone: () => void
}

/** The complete order, before it is saved or submitted. */
export function OrderReview({ onPanel, onDone }: OrderReviewProps) {
  const { accountId } = usePortal().company
  const { data: products } = useQuery(productsQuery(accountId))
  const [asking, setAsking] = useState<'submit' | 'clear'>()
  const unsent = useUnsentOrder()
  const { content, lineItems, notes, moved, isChanging } = unsent
  const id = content.draft?.id
  const ids = [...takenIn(lineItems).keys()]
  const held = namedHeldQuery(accountId, ids)
  const { data: licenses } = useQuery(held)
  const readPrices = () =>
    Promise.all([
      queryClient.fetchQuery({ ...productsQuery(accountId), staleTime: 0 }),
      ids.length > 0 && queryClient.fetchQuery(held),
    ])
  const save = useSaveOrder({ onDone, onRefused: readPrices })
  const check = useSingleMutation({
    // Shows the newest prices, since the server compares the shown prices.
    mutationFn: async () => {
      // One after the other: if the session has ended, the check reports it, and no sign-in starts.
      await notes.stored()
      const faults = await checkOrder(accountId, lineItems)
      await readPrices()
      return { lineItems, faults }
    },
    onSuccess: ({ faults }) => {
      if (faults.length === 0) setAsking('submit')
    },
  })
  // Faults apply only to the checked items; an edit may have fixed them.
  const faults = check.data?.lineItems === lineItems ? check.data.faults : []
  const isSaving = save.isPending && save.variables === 'draft'
  const effectOf = (items: readonly LineItem[]) => {
    const shown = products && licenses && shownItems(items, products, licenses)
    return shown && { shown, text: effectText(monthlyEffect(items, shown)) }
  }
  const effect = effectOf(lineItems)
  // A colleague's change is shown with the choices that it leaves.
  const problem = moved ? undefined : problemOf(save, check, faults.length)
  const busy =
    unsent.blocked ||
    (save.isPending && 'The order is being saved.') ||
    (isChanging && 'The order is being changed.')
  const blocked =
    busy ||
    (moved && movedText(moved)) ||
    (notes.isRefused && 'Your additional information is not in the order yet.')

  return (
    <>
      <Row wrap className={css.head}>
        <h2>{id === undefined ? 'New Order' : `Draft #${orderNumber(id)}`}</h2>
        <Muted role="status">{itemCount(lineItems.length)}</Muted>
        <Muted size={2} className={css.kept} data-pending={isStoring(notes) || undefined}>
          {keptText(unsent)}
        </Muted>
        {onPanel && (
          <Button
            size="small"
            icon={<CirclePlus size={15} aria-hidden />}
            onClick={() => onPanel('add_item')}
          >
            Add Item
          </Button>
        )}
      </Row>
      {moved && <DraftMoved moved={moved} save={save} />}
      <div className={css.columns}>
        <div className={css.main}>
          <OrderItems
            products={products}
            effectOf={(item) => effectOf([item])?.text}
            faults={faults}
          />
          {onPanel && <WhatNext />}
        </div>
        <div className={css.end}>
          <Card>
            <TextArea
              label="Additional Information"
              note="Optional. Sent with the order."
              name="notes"
              value={notes.text}
              maxLength={10_000}
              onChange={notes.type}
              onBlur={notes.store}
              error={notes.isRefused ? refusedText(content.notes) : undefined}
            />
            {notes.isRefused && (
              <Button size="small" onClick={notes.discard}>
                Discard mine
              </Button>
            )}
          </Card>
          {problem && (
            <Banner tone="danger" role="alert">
              {problem}
            </Banner>
          )}
          <Row justify="end" wrap className={`${parts.bar} ${css.foot}`} data-action-bar>
            <Stack as="p" tone="muted" className={css.effect}>
              <Text size={1}>Change in monthly cost</Text>{' '}
              <Text as="strong" tone="plain">
                {effect?.text ?? '...'}
              </Text>
            </Stack>
            <Row gap={3} align="stretch" wrap className={css.buttons}>
              <Button
                tone="quiet"
                icon={<Trash2 size={15} aria-hidden />}
                disabledReason={busy}
                onClick={() => setAsking('clear')}
              >
                Clear Order
              </Button>
              <Button
                icon={<Save size={15} aria-hidden />}
                busy={isSaving}
                disabledReason={blocked}
                onClick={() => {
                  check.reset()
                  save.mutate('draft')
                }}
              >
                Save Draft
              </Button>
              <Button
                tone="primary"
                icon={<Send size={15} aria-hidden />}
                busy={check.isPending}
                disabledReason={blocked || (lineItems.length === 0 && 'The order has no items.')}
                onClick={() => {
                  save.reset()
                  check.mutate()
                }}
              >
                Submit Order
              </Button>
            </Row>
          </Row>
        </div>
      </div>
      {asking === 'submit' && effect && (
        <ConfirmOrderDialog
          items={lineItems}
          products={products}
          shown={effect.shown}
          effect={effect.text}
          save={save}
          onClose={() => {
            save.reset()
            setAsking(undefined)
          }}
        />
      )}
      {asking === 'clear' && (
        <ClearOrderDialog onClose={() => setAsking(undefined)} onCleared={onDone} />
      )}
    </>
  )
}

/** Below the items of a wide page: explains the buttons beside them. */
const WhatNext = () => (
  <Muted as="section" className={css.next} aria-labelledby="what-next">
    <Text as="h3" tone="plain" id="what-next">
      What happens next
    </Text>
    <ol>
      <li>
        <Said>Submit Order</Said> shows the terms. Nothing is ordered until you accept them.
      </li>
      <li>A submitted order cannot be edited. We show its progress in all orders.</li>
    </ol>
    <p>
      <Said>Save Draft</Said> keeps it in all orders instead, where colleagues who order licenses
      can continue it.
    </p>
  </Muted>
)

const Said = (props: { children: string }) => <Text as="b" tone="plain" weight={500} {...props} />

const isStoring = ({ isStored, isRefused, isWaiting }: UseUnsentOrder['notes']) =>
  !isStored && !isRefused && !isWaiting

/** Whether the user can close the browser without losing changes. */
function keptText({ content, notes }: UseUnsentOrder): string {
  if (isStoring(notes)) return 'Storing...'
  if (!notes.isStored) return 'The additional information is in this window only'
  return content.draft
    ? 'Your changes are kept for you only, until you save or submit them'
    : 'Kept for you only, until you save or submit it'
}

const refusedText = (stored: string) =>
  `Not in the order: it was changed in another window. ${stored ? `It has: “${isolated(stored)}”` : 'It has none.'}`

function problemOf(
  save: ReturnType<typeof useSaveOrder>,
  check: { error: Error | null },
  faults: number,
): string | undefined {
  // The error of a submission is shown in its dialog.
  if (save.isError && typeof save.variables === 'string') return saveFailure(save.error, true)
  if (check.error)
    return isUncertain(check.error) || isNotAuthorized(check.error)
      ? saveFailure(check.error, false)
      : failureText(check.error, 'The order could not be checked. Try again in a moment.')
  if (faults > 0)
    return faults === 1
      ? 'One item cannot be ordered as it is. See what to do above.'
      : `${faults} items cannot be ordered as they are. See what to do above.`
  return undefined
}
