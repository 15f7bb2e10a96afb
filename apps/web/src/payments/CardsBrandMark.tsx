import css from './CardsBrandMark.module.css'

const marks: Record<string, string> = {
  visa: 'VISA',
  mastercard: '',
  amex: 'AMEX',
  discover: 'DISC',
  jcb: 'JCB',
  diners: 'DINERS',
  unionpay: 'UP',
}

/** A card's brand at a glance; its name stands beside it. */
export function CardsBrandMark({ brand }: { brand: string }) {
  return (
    <span className={css.mark} data-brand={brand} aria-hidden>
      {marks[brand] ?? 'CARD'}
    </span>
  )
}
