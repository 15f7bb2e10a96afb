import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { accountRows } from '@portal/domain/invoices/bank-transfer'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import css from './BankAccounts.module.css'

/** The bank details before and after a confirmation, field by field. */
export function BankAccounts({
  accounts: { valid, stored },
}: {
  accounts: NonNullable<AttentionItem['bankAccounts']>
}) {
  const [before, after] = [shownFields(valid), shownFields(stored)]
  const labels = [...new Set([...after.keys(), ...before.keys()])]
  return (
    <table className={css.accounts}>
      <thead>
        <tr>
          <th scope="col" className={css.label}>
            Field
          </th>
          <th scope="col">Valid now</th>
          <th scope="col">To confirm</th>
        </tr>
      </thead>
      <tbody>
        {labels.map((label) => (
          <tr key={label} data-changed={before.get(label) !== after.get(label) || undefined}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{before.get(label) ?? '–'}</bdi>
            </td>
            <td>
              <bdi>{after.get(label) ?? '–'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shownFields(account: BankAccount | null): Map<string, string> {
  if (!account) return new Map()
  const note = account.note ? [['Note', account.note] as const] : []
  return new Map([
    ...accountRows(account).map(({ label, shown }) => [label, shown] as const),
    ...note,
  ])
}
