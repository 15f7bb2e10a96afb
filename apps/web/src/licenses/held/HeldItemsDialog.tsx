import { parseDay } from '@portal/domain/kernel/day'
import { plural } from '@portal/domain/kernel/plural'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { defaultDay, needsUserName } from '@portal/domain/licenses/line-items'
import { effectText, monthlyEffect, shownItems } from '@portal/domain/licenses/monthly-effect'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { today } from '../../kernel/today.ts'
import { usePortal } from '../../session/useSession.ts'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { QueryError } from '../../ui/ErrorState.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChosenLicenses } from './ChosenLicenses.tsx'
import css from './HeldItemsDialog.module.css'
import { neededText } from '../item-entry.ts'
import { ItemFields } from '../items/ItemFields.tsx'
import { findHeld, networksQuery } from '../licenses.api.ts'
import { namesText } from '../order-words.ts'
import {
  productsWithoutUser,
  sharedFaults,
  sharedForm,
  sharedItems,
  withIpAddress,
  type ChosenHeld,
} from './several-licenses.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface HeldItemsDialogProps {
  kind: 'change' | 'cancel'
  chosen: readonly ChosenHeld[]
  onClose: () => void
  /** `sent` is called when the order contains the items. */
  onAdd: (items: readonly LineItem[], sent: () => void) => void
  /** The ids of licenses that are not added: they are no longer in force. */
  onEnded: (licenseIds: readonly string[]) => void
}

/** The second step for chosen licenses: the changes and their day. Each license becomes an item. */
export function HeldItemsDialog(props: HeldItemsDialogProps) {
  const { kind, chosen, onClose, onAdd, onEnded } = props
  const unsent = useUnsentOrder()
  const { accountId } = usePortal().company
  const networks = useQuery(networksQuery(accountId))
  const [shared] = useState(() => sharedForm(chosen, defaultDay(today())))
  const ids = chosen.map(({ license }) => license.licenseId)
  const typed = useTyped(`${kind} ${ids.join(' ')}`, shared.entry)
  const form = { ...shared, entry: typed.value }
  const result = sharedItems(chosen, form, kind, networks.data ?? [])
  const missing = typeof result === 'string'
  const faults = sharedFaults(chosen, form, kind)
  const needed = neededText(faults)
  const withoutUser = productsWithoutUser(chosen)
  const addressed = withIpAddress(chosen)
  // A cancellation names no network.
  const isWaiting = kind === 'change' && !networks.data

  const adding = useSingleMutation<ReadonlyMap<string, HeldLicense>, readonly LineItem[]>({
    mutationFn: () => findHeld(accountId, ids),
    onSuccess: (held, items) => {
      const isHeld = ({ licenseId }: LineItem) => held.has(licenseId ?? '')
      const ended = items.filter((item) => !isHeld(item)).map(({ licenseId }) => licenseId ?? '')
      if (ended.length > 0) onEnded(ended)
      if (ended.length < items.length) onAdd(items.filter(isHeld), typed.discard)
      else {
        typed.discard()
        onClose()
      }
    },
    // The licenses are checked again when the order is submitted.
    onError: (_, items) => onAdd(items, typed.discard),
  })
  const isAdding = adding.isPending || unsent.isChanging

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!missing && !isWaiting) adding.mutate(result.items)
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${kind === 'change' ? 'Change' : 'Cancel'} ${plural(chosen.length, 'license')}`}
      description={`${chosen.length === 1 ? 'It is' : 'They are'} added to your order. Nothing changes until you submit it.`}
      busy={isAdding}
      typed={typed}
      actions={
        <>
          <Muted as="p" className={css.missing} role="status">
            {missing ? (
              <>
                <span>{result}</span> <span>{needed}</span>
              </>
            ) : (
              !isWaiting && (
                <>
                  Change in monthly cost:{' '}
                  <Text as="strong" size={3} tone="plain">
                    {effectOf(chosen, result.items)}
                  </Text>
                </>
              )
            )}
          </Muted>
          <Button
            tone="primary"
            type="submit"
            form="held-items"
            busy={isAdding}
            disabledReason={
              unsent.blocked ||
              (missing ? `${result} ${needed}`.trim() : isWaiting && 'The networks are loading.')
            }
          >
            Add to Order
          </Button>
        </>
      }
    >
      <form id="held-items" className={css.form} noValidate onSubmit={submit}>
        <Row gap={3} justify="between">
          <h3>{chosen.length === 1 ? 'Chosen license' : 'Chosen licenses'}</h3>
          <Button
            size="small"
            icon={<PencilLine size={14} aria-hidden />}
            disabledReason={isAdding && 'The licenses are being added.'}
            onClick={onClose}
          >
            Change selection
          </Button>
        </Row>
        <ChosenLicenses
          chosen={chosen}
          endsOn={kind === 'cancel' ? parseDay(form.entry.requiredBy) : undefined}
        />
        {isWaiting && networks.isPending && (
          <Skeleton lines={3} lineHeight={56} label="Loading networks" />
        )}
        {isWaiting && networks.isError && (
          <QueryError query={networks} text="Failed to load networks." />
        )}
        {!isWaiting && (
          <>
            {kind === 'change' && (
              <>
                <Text as="h3" size={3} className={css.question}>
                  What would you like to change?
                </Text>
                {withoutUser.length > 0 && <Muted as="p">{withoutUserText(withoutUser)}</Muted>}
                {addressed.length > 0 && addressed.length < chosen.length && (
                  <Muted as="p">{addressedText(addressed)}</Muted>
                )}
              </>
            )}
            <ItemFields
              kind={kind}
              networks={networks.data ?? []}
              isChosen
              isSeveral={chosen.length > 1}
              hasUser={withoutUser.length === 0}
              hasIpAddress={addressed.length > 0}
              isUserOptional={chosen.every(({ product }) => !needsUserName(product))}
              mixed={form.mixed}
              faults={faults}
              entry={form.entry}
              onChange={(entry) => typed.set(entry)}
            />
            {!missing && result.unchanged.length > 0 && (
              <Muted as="p" role="status">
                {unchangedText(result.unchanged.length)}
              </Muted>
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Why the form has no user name. */
const withoutUserText = (products: readonly string[]) =>
  `To change user names, leave out the licenses without a user: ${namesText(products)}.`

/** Which of the licenses a new IP address is for. */
const addressedText = (addressed: readonly ChosenHeld[]) =>
  `A new IP address applies only to: ${namesText([
    ...new Set(addressed.map(({ license }) => license.productName)),
  ])}.`

const unchangedText = (count: number) =>
  count === 1
    ? 'These values do not change 1 of the licenses. It stays as it is.'
    : `These values do not change ${count.toLocaleString('en-US')} of the licenses. They stay as they are.`

function effectOf(chosen: readonly ChosenHeld[], items: readonly LineItem[]): string {
  const products = new Map<string, Product>(
    chosen.map(({ license, product }) => [license.productSku, product]),
  )
  const licenses = new Map(chosen.map(({ license }) => [license.licenseId, license]))
  return effectText(monthlyEffect(items, shownItems(items, products, licenses)))
}
