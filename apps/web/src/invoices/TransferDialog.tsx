import { noticeDays, paidOnRefusal } from '@portal/domain/invoices/transfer-notice'
import type { TransferPlan } from '@portal/domain/invoices/transfers.schema'
import { formatDay, parseDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { businessToday } from '../api/business-today.ts'
import { failureText } from '../api/call-failed.ts'
import { newUuid } from '../api/idempotency-key.ts'
import { usePortal } from '../session/useSession.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { ChangedSince, useBefore } from '../ui/ChangedSince.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Muted, Stack, Text } from '../ui/parts.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toasts.ts'
import { BankTransferDetails } from './BankTransferDetails.tsx'
import { transferPlanQuery, useAnnounce } from './transfers.api.ts'

interface TransferDialogProps {
  invoices: readonly { id: string; invoiceNumber: string }[]
  /** The page has shown the bank details. */
  isPaid?: boolean
  onClose: () => void
}

/** How to pay invoices by one transfer, and then the announcement that they are paid. */
export function TransferDialog({ invoices, isPaid = false, onClose }: TransferDialogProps) {
  const { accountId } = usePortal().company
  const ids = invoices.map(({ id }) => id)
  const typed = useTyped(`transfer ${ids.join(' ')}`, () => ({
    deducted: [] as string[],
    paidOn: formatDay(businessToday()),
    reference: null as string | null,
  }))
  const { deducted, paidOn, reference } = typed.value
  const plan = useQuery(transferPlanQuery(accountId, ids, deducted))
  const [isForm, showForm] = useState(isPaid)
  const [isTried, setTried] = useState(false)
  const [transferId] = useState(newUuid)
  const announcing = useAnnounce(accountId)
  const formId = useId()
  const day = parseDay(paidOn)
  const dayError = day ? paidOnRefusal(day, businessToday()) : 'Date input not valid.'
  const isOne = invoices.length === 1
  const what = isOne
    ? `invoice ${isolated(invoices[0]!.invoiceNumber)}`
    : plural(invoices.length, 'invoice')
  const { data } = plan
  const amount = data ? money(data, data.amount) : ''
  const due = data ? money(data, data.due) : ''
  const before = useBefore(due, String(data !== undefined))

  function announce(of: TransferPlan) {
    setTried(true)
    if (!day || dayError) return
    const used = of.credits.filter(({ invoiceNumber }) => deducted.includes(invoiceNumber))
    announcing.mutate(
      {
        transferId,
        paidOn: day,
        reference: reference ?? of.transfer.reference,
        currencyIsoCode: of.currencyIsoCode,
        invoices: of.invoices.map(({ id, amount: part }) => ({ id, amount: part })),
        deducted: used,
      },
      {
        onSuccess: () => {
          typed.discard()
          toast.done(`Transfer of ${amount} announced`, `For ${what}`)
          onClose()
        },
        onError: () => void plan.refetch(),
      },
    )
  }

  const failure = announcing.error ?? plan.error
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={isForm ? 'We have paid by bank transfer' : 'Pay by bank transfer'}
      description={
        data && (
          <>
            <Text as="p" size={3} tone="plain">
              <Text as="strong" size={4} weight={600}>
                {amount}
              </Text>{' '}
              for {what}
            </Text>
            <ChangedSince before={before} now={due} />
          </>
        )
      }
      busy={announcing.isPending}
      typed={typed}
      error={failure ? failureText(failure, 'The transfer was not announced.') : undefined}
      cancel="Cancel"
      actions={
        data &&
        (isForm ? (
          // Of its own, so that the click that shows the form cannot submit it.
          <Button
            key="announce"
            type="submit"
            form={formId}
            tone="primary"
            busy={announcing.isPending}
            disabledReason={plan.isPlaceholderData && 'The amount is being computed.'}
          >
            Announce transfer of {amount}
          </Button>
        ) : (
          <Button key="paid" tone="primary" onClick={() => showForm(true)}>
            We have paid
          </Button>
        ))
      }
    >
      {plan.isPending && <Skeleton lines={6} lineHeight={36} label="Loading the bank details" />}
      {data && (
        <Stack gap={4}>
          <Credits
            plan={data}
            deducted={deducted}
            onChange={(next) => typed.set((now) => ({ ...now, deducted: next }))}
          />
          {!isForm && (
            <BankTransferDetails
              transfer={data.transfer}
              balanceDueCents={toCents(data.amount, data.currencyIsoCode)}
              currency={data.currencyIsoCode}
            />
          )}
          {!isOne && (
            <details>
              <summary>What each invoice gets</summary>
              <Facts
                facts={data.invoices.map(({ invoiceNumber, amount: part }) => ({
                  label: invoiceNumber,
                  value: money(data, part),
                }))}
              />
            </details>
          )}
          {isForm && (
            <form
              id={formId}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                announce(data)
              }}
            >
              <Stack gap={4}>
                <DateField
                  label="Day of the transfer"
                  name="paidOn"
                  value={paidOn}
                  onChange={(next) => typed.set((now) => ({ ...now, paidOn: next }))}
                  error={isTried ? dayError : undefined}
                />
                <TextField
                  label="Reference"
                  name="reference"
                  value={reference ?? data.transfer.reference}
                  onChange={(next) =>
                    typed.set((now) => ({ ...now, reference: next.slice(0, 140) }))
                  }
                  error={undefined}
                />
                <Muted as="p" size={2}>
                  {`AutoPay and payments of several invoices leave ${isOne ? 'it' : 'them'} out until the transfer arrives, at most until ${noticeDays} days after its day.`}
                </Muted>
              </Stack>
            </form>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

const money = ({ currencyIsoCode }: TransferPlan, amount: number) =>
  formatMoney(toCents(amount, currencyIsoCode), currencyIsoCode)

interface CreditsProps {
  plan: TransferPlan
  deducted: readonly string[]
  onChange: (deducted: string[]) => void
}

/** The open credits, of which the payer chooses those to deduct. */
function Credits({ plan, deducted, onChange }: CreditsProps) {
  if (plan.credits.length === 0) return <></>
  return (
    <section aria-label="Open credits">
      <Muted as="p" size={2}>
        {`Due ${money(plan, plan.due)}, less the credits that you deduct:`}
      </Muted>
      {plan.credits.map(({ invoiceNumber, amount }) => (
        <Checkbox
          key={invoiceNumber}
          checked={deducted.includes(invoiceNumber)}
          onChange={(isChecked) =>
            onChange(
              isChecked
                ? [...deducted, invoiceNumber]
                : deducted.filter((one) => one !== invoiceNumber),
            )
          }
        >
          {`${isolated(invoiceNumber)} · ${money(plan, amount)}`}
        </Checkbox>
      ))}
    </section>
  )
}
