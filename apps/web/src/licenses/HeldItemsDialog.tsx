import { parseDay, type Day } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { defaultDay, needsUserName } from '@portal/domain/licenses/line-items'
import {
  effectText,
  monthlyEffect,
  priceOn,
  shownItems,
} from '@portal/domain/licenses/monthly-effect'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { today } from '../kernel/today.ts'
import { usePortal } from '../session/useSession.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { Money } from '../ui/Money.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { whoseWords } from './held-rows.ts'
import css from './HeldItemsDialog.module.css'
import { neededText } from './item-entry.ts'
import { ItemFields } from './ItemFields.tsx'
import { findHeld, networksQuery } from './licenses.api.ts'
import { changeWords, namesText, sinceWords } from './order-words.ts'
import parts from './Parts.module.css'
import {
  productsWithoutUser,
  sharedFaults,
  sharedForm,
  sharedItems,
  withIpAddress,
  type ChosenHeld,
} from './several-licenses.ts'
import { useUnsentOrder } from './useUnsentOrder.tsx'

interface HeldItemsDialogProps {
  kind: 'change' | 'cancel'
  chosen: readonly ChosenHeld[]
  onClose: () => void
  /** `sent` is called once the order has them. */
  onAdd: (items: readonly LineItem[], sent: () => void) => void
  /** The ids of licenses that are not added: they are no longer in force. */
  onEnded: (licenseIds: readonly string[]) => void
}

/** The second step for licenses of the company: what changes, and when. Each license becomes an item. */
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
          <p className={`${parts.quiet} ${css.missing}`} role="status">
            {missing ? (
              <>
                <span>{result}</span> <span>{needed}</span>
              </>
            ) : (
              !isWaiting && (
                <>
                  Change in monthly cost: <strong>{effectOf(chosen, result.items)}</strong>
                </>
              )
            )}
          </p>
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
        <div className={`${parts.title} ${css.head}`}>
          <h3>{chosen.length === 1 ? 'Chosen license' : 'Chosen licenses'}</h3>
          <Button
            size="small"
            icon={<PencilLine size={14} aria-hidden />}
            disabledReason={isAdding && 'The licenses are being added.'}
            onClick={onClose}
          >
            Change selection
          </Button>
        </div>
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
                <h3 className={`${parts.question} ${css.question}`}>
                  What would you like to change?
                </h3>
                {withoutUser.length > 0 && (
                  <p className={parts.quiet}>{withoutUserText(withoutUser)}</p>
                )}
                {addressed.length > 0 && addressed.length < chosen.length && (
                  <p className={parts.quiet}>{addressedText(addressed)}</p>
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
              <p className={parts.quiet} role="status">
                {unchangedText(result.unchanged.length)}
              </p>
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}

/** How many of the licenses are listed. */
const mostListed = 8

interface ChosenLicensesProps {
  chosen: readonly ChosenHeld[]
  /** The first day without them, whose prices are shown. */
  endsOn: Day | undefined
}

function ChosenLicenses({ chosen, endsOn }: ChosenLicensesProps) {
  const more = chosen.length - mostListed
  return (
    <ul className={`${parts.rows} ${parts.named} ${css.chosen}`} aria-label="Chosen licenses">
      {chosen.slice(0, more === 1 ? undefined : mostListed).map(({ license, looksAlike }) => (
        <li key={license.licenseId}>
          <strong>{isolated(license.productName)}</strong>
          <span>
            {[
              looksAlike && `License ${license.licenseId}`,
              whoseWords(license),
              isolated(license.ipAddress),
              sinceWords(license.startsOn, today()),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Price {...priceOn(endsOn, license)} />
          {license.asked && <span>{changeWords(license, license.asked)}</span>}
        </li>
      ))}
      {more > 1 && <li>and {more.toLocaleString('en-US')} more</li>}
    </ul>
  )
}

function Price({
  monthlyPrice,
  currencyIsoCode,
  isListPrice,
}: ReturnType<typeof priceOn<HeldLicense>>) {
  if (monthlyPrice === null) return <span className={css.price}>No known price</span>
  return (
    <span className={css.price}>
      <Money cents={toCents(monthlyPrice, currencyIsoCode)} currency={currencyIsoCode} /> a month
      {isListPrice && <small>list price</small>}
    </span>
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
