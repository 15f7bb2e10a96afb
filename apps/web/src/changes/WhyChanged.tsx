import { ofVisible, whyTitle } from '@portal/domain/changes/show-change'
import type { ComparedInvoice, InvoiceChanges } from '@portal/domain/changes/changes.schema'
import { monthName } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { CallFailed, failureText } from '../api/call-failed.ts'
import { invoiceDetailQuery } from '../invoices/invoices.api.ts'
import { Button } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { Menu, MenuItem } from '../ui/layers/Menu.tsx'
import { Muted, Row } from '../ui/parts.tsx'
import { changesOf, changesQuery } from './changes.api.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { olderRead } from './older-read.ts'
import { useChanges } from './useChanges.ts'
import css from './WhyChanged.module.css'

interface WhyChangedProps {
  accountId: string
  invoiceNumber: string
  /** The number of the invoice to compare with; undefined: the one it continues. */
  against: string | undefined
  onCompare: (against: string | undefined) => void
}

/** Why an invoice differs from the previous one: a sentence, and a chart of the causes that is also a table. */
export function WhyChanged({ accountId, invoiceNumber, against, onCompare }: WhyChangedProps) {
  const client = useQueryClient()
  const invoice = useQuery({
    ...invoiceDetailQuery(accountId, invoiceNumber),
    refetchOnMount: false,
  })
  const query = useChanges(accountId, invoiceNumber, against)
  const readAgain =
    invoice.data &&
    query.data &&
    olderRead(
      { revision: invoice.data.revision, at: invoice.dataUpdatedAt },
      { revision: query.data.revision, at: query.dataUpdatedAt },
    )
  const data = readAgain ? undefined : query.data
  const refusal =
    query.error instanceof CallFailed && query.error.status < 500 ? query.error : undefined
  const isGone = refusal?.status === 404
  const { refetch: readInvoice } = invoice
  useEffect(() => {
    if (readAgain === 'invoice') void readInvoice()
    if (readAgain === 'changes')
      void client.refetchQueries(changesQuery(accountId, invoiceNumber, against))
  }, [readAgain, readInvoice, client, accountId, invoiceNumber, against])
  useEffect(() => {
    if (!isGone) return
    // The invoice itself may be gone, and other comparisons may name the invoice that is gone.
    void readInvoice()
    client.removeQueries({ ...changesOf(accountId, invoiceNumber), type: 'inactive' })
  }, [isGone, readInvoice, client, accountId, invoiceNumber])
  const failed = [query, invoice].find(({ isError }) => isError)
  return (
    <section className={css.why} aria-labelledby="why" aria-busy={query.isFetching || undefined}>
      <Row gap={5} rowGap={0} justify="between" wrap className={css.head}>
        <h2 id="why">{whyTitle}</h2>
        {data && !refusal && (data.choices.length > 0 || data.isChosen) && (
          <CompareMenu changes={data} onCompare={onCompare} />
        )}
      </Row>
      {against && refusal ? (
        <NoSuchBill against={against} refusal={refusal} onCompare={onCompare} />
      ) : data ? (
        <>
          <Muted as="p" size={3} className={css.sentence}>
            <Sentence changes={data} />
            {data.isOfVisible && <small>{ofVisible}</small>}
          </Muted>
          {data.causes.length > 0 && <ChangeTable key={against} changes={data} />}
        </>
      ) : failed ? (
        <QueryError
          query={failed}
          text={failureText(failed.error, 'Failed to compare invoices.')}
        />
      ) : (
        <Muted as="p" size={3} className={css.sentence} role="status">
          Comparing with earlier invoices …
        </Muted>
      )}
    </section>
  )
}

interface NoSuchBillProps {
  against: string
  refusal: CallFailed
  onCompare: WhyChangedProps['onCompare']
}

/** The address names an invoice that cannot be compared. */
function NoSuchBill({ against, refusal, onCompare }: NoSuchBillProps) {
  return (
    <Muted as="p" size={3} className={css.sentence}>
      {refusal.status === 404 ? `Invoice ${isolated(against)} was not found.` : refusal.message}{' '}
      <Button size="small" onClick={() => onCompare(undefined)}>
        Compare with the bill it continues
      </Button>
    </Muted>
  )
}

/** The sentence, with its amounts in bold. */
function Sentence({ changes }: { changes: InvoiceChanges }) {
  const { sentence, causes, difference, currencyIsoCode } = changes
  const amounts = [Math.abs(difference ?? 0), ...causes.map(({ amount }) => amount)].map((amount) =>
    formatMoney(toCents(amount, currencyIsoCode), currencyIsoCode).replaceAll(
      /[$.]/g,
      String.raw`\$&`,
    ),
  )
  const parts = sentence.split(
    new RegExp(String.raw`(\+?(?<![\d.,])(?:${amounts.join('|')})(?![\d]))`, 'u'),
  )
  return parts.map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts are those of one sentence
    index % 2 === 1 ? <b key={index}>{part}</b> : <span key={index}>{part}</span>,
  )
}

interface CompareMenuProps {
  changes: InvoiceChanges
  onCompare: WhyChangedProps['onCompare']
}

function CompareMenu({ changes, onCompare }: CompareMenuProps) {
  const { choices, isChosen, before, currencyIsoCode } = changes
  const compared = new Set(before.map(({ invoiceNumber }) => invoiceNumber))
  const amountOf = ({ amount }: ComparedInvoice) =>
    formatMoney(toCents(amount, currencyIsoCode), currencyIsoCode)
  return (
    <Menu
      trigger={
        <Button tone="quiet" size="small">
          Compare with another bill
        </Button>
      }
    >
      {isChosen && <MenuItem onChoose={() => onCompare(undefined)}>The bill it continues</MenuItem>}
      {choices.map((choice) => (
        <MenuItem
          key={choice.invoiceNumber}
          icon={
            <Check
              size={14}
              aria-hidden
              className={compared.has(choice.invoiceNumber) ? '' : css.not}
            />
          }
          note={amountOf(choice)}
          onChoose={() => onCompare(choice.invoiceNumber)}
        >
          {monthName(choice.serviceMonth)} · {isolated(choice.invoiceNumber)}
        </MenuItem>
      ))}
    </Menu>
  )
}
