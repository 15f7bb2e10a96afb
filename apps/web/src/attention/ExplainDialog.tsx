import { attentionList } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { decimalString, formatMoney, parseCents } from '@portal/domain/kernel/money'
import { owed } from '@portal/domain/payments/owed'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { formatInstantDay } from '../kernel/instant.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Stack, Text } from '../ui/parts.tsx'
import type { QuestionProps } from './asked.ts'
import { resolveItem } from './attention.api.ts'
import css from './ExplainDialog.module.css'
import { ItemFacts } from './ItemFacts.tsx'
import { useChangedItem } from './useChangedItem.tsx'
import { useResolve } from './useResolve.ts'

/** A super admin enters how much of each payment the balance of an invoice on hold already contains. */
export function ExplainDialog({ asked, isGone, onClose, onDone }: QuestionProps) {
  const { list, name, item } = asked
  const action = attentionList(list).actions[name]!
  const { payments, amountCents: balanceCents, currency } = item
  const paid = payments ?? []
  const code = currency ?? 'USD'
  const typed = useTyped<Record<string, string>>(`explain ${item.id}`, {})
  const { value: entries, set: setEntries } = typed
  const [isChecked, setChecked] = useState(false)
  const entryOf = (id: string) => entries[id] ?? ''
  const problems = paid.map((one) => entryProblem(entryOf(one.id), one, code))
  const isComplete = problems.every((problem) => problem === undefined)
  const contained = Object.fromEntries(
    paid.map(({ id }) => [id, parseCents(entryOf(id), code) ?? 0]),
  )
  const { busy, error, isOver, start } = useResolve(
    () =>
      resolveItem(
        list,
        name,
        item,
        Object.entries(contained).map(([id, cents]) => ({ id, cents })),
      ),
    (message) => {
      typed.discard()
      onDone(message)
    },
    isGone,
  )
  const { isChanged, changed } = useChangedItem(list, item)
  const submit = () => {
    setChecked(true)
    if (isComplete) start()
  }
  const left = owedAfter(balanceCents ?? 0, paid, contained)
  return (
    <Dialog
      open
      wide
      title="Explain the balance"
      description={action.question(item)}
      busy={busy}
      typed={typed}
      error={error ? failureText(error, 'The outcome is unknown. Please try again.') : undefined}
      onClose={onClose}
      cancel={isOver ? 'Close' : 'Cancel'}
      actions={
        !isOver && (
          <Button tone="primary" busy={busy} onClick={submit}>
            {isChanged ? `${action.label} as changed` : action.label}
          </Button>
        )
      }
    >
      <ItemFacts list={list} item={item} />
      {changed}
      <Stack
        as="form"
        gap={1}
        className={css.payments}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {paid.map((one, nth) => (
          <TextField
            key={one.id}
            name={one.id}
            label={`Deducted from the balance, of ${formatMoney(one.cents, code)} paid on ${formatInstantDay(one.paidAt)}`}
            placeholder={`${decimalString(0, code)} to ${decimalString(one.cents, code)}`}
            value={entryOf(one.id)}
            onChange={(text) => setEntries((before) => ({ ...before, [one.id]: text }))}
            onEnter={submit}
            error={isChecked ? problems[nth] : undefined}
          />
        ))}
      </Stack>
      <Text as="p" weight={500} className={css.result} role="status">
        {isComplete
          ? left > 0
            ? `Then ${formatMoney(left, code)} can be paid, and AutoPay may charge it.`
            : 'Then nothing is left to pay.'
          : 'Enter 0.00 if the books have not yet deducted a payment from the balance.'}
      </Text>
    </Dialog>
  )
}

type OnHoldPayment = NonNullable<AttentionItem['payments']>[number]

/** Returns the error of an entry, or undefined if the entry is a valid part of the payment. */
function entryProblem(entry: string, { cents }: OnHoldPayment, currency: string) {
  const parsed = parseCents(entry.trim(), currency)
  if (parsed !== undefined && parsed >= 0 && parsed <= cents) return undefined
  return `Enter an amount from ${formatMoney(0, currency)} to ${formatMoney(cents, currency)}.`
}

/** Returns the remaining amount due after this explanation, by the server's rule. */
function owedAfter(
  balanceCents: number,
  payments: readonly OnHoldPayment[],
  contained: Readonly<Record<string, number>>,
): number {
  const elsewhere = payments.filter(({ elsewhereCents }) => elsewhereCents > 0)
  return owed({
    record: { amountCents: balanceCents, balanceCents, portalPayments: contained },
    payments: payments.map(({ id, netCents }) => ({ id, netCents, isPosted: true })),
    elsewhere: Object.fromEntries(elsewhere.map(({ id, elsewhereCents }) => [id, elsewhereCents])),
  }).cents
}
