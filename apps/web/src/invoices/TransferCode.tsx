import { transferCodeOptions } from '@portal/domain/invoices/bank-transfer'
import { encode } from 'uqr'
import css from './BankTransfer.module.css'

/** A QR code. Dark on white in every theme and on paper, because cameras cannot read anything else. */
export function TransferCode({ code }: { code: string }) {
  const { data, size } = encode(code, transferCodeOptions)
  const dark = data.flatMap((row, line) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${line}h${run.length}v1h-${run.length}z`,
    ),
  )
  return (
    <svg
      className={css.paper}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code that fills in this transfer in a banking app"
    >
      <path d={dark.join('')} />
    </svg>
  )
}
