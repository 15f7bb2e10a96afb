import { attentionList, type AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { Facts } from '../ui/Facts.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Money } from '../ui/Money.tsx'

/** The facts to check before resolving an item. */
export function ItemFacts({ list, item }: { list: AttentionKey; item: AttentionItem }) {
  const { subject, companyName, accountId, amountCents, currency, since } = item
  return (
    <Facts
      facts={[
        ...(companyName
          ? [{ label: 'Company', value: <bdi>{`${companyName} (${accountId})`}</bdi> }]
          : []),
        { label: item.invoiceNumber ? 'Invoice' : 'About', value: <bdi>{subject}</bdi> },
        ...(amountCents !== null && currency
          ? [{ label: 'Amount', value: <Money cents={amountCents} currency={currency} /> }]
          : []),
        { label: 'Reason', value: attentionList(list).reason(item) },
        { label: 'Since', value: <Instant at={since} /> },
      ]}
    />
  )
}
