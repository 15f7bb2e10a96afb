import { expiryNotice } from '@portal/domain/payments/card-expiry-notice'
import { cardName } from '@portal/domain/payments/card-name'
import type { Card } from '@portal/domain/payments/cards.schema'
import { today } from '../kernel/today.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CardsBrandMark } from './CardsBrandMark.tsx'
import css from './CardsPanel.module.css'

interface CardsRowProps {
  card: Card
  /** Whether AutoPay charges this card. */
  isAutoPay: boolean
  busy: boolean
  onRemove: () => void
  onSetDefault: () => void
}

export function CardsRow({ card, isAutoPay, busy, onRemove, onSetDefault }: CardsRowProps) {
  const notice = expiryNotice(card, today())
  const wait = busy && 'One moment...'
  return (
    <li className={css.row}>
      <CardsBrandMark brand={card.brand} />
      <div className={css.words}>
        <p className={css.name}>{cardName(card)}</p>
        <p className={css.expiry}>Expires {expiryText(card)}</p>
      </div>
      <div className={css.badges}>
        {card.isDefault && <Badge tone="accent">Default</Badge>}
        {isAutoPay && <Badge tone="ok">Autopay</Badge>}
        {notice === 'expired' && <Badge tone="danger">Expired</Badge>}
        {notice === 'soon' && <Badge tone="warn">Expires soon</Badge>}
      </div>
      {!card.isDefault && (
        <div className={css.actions}>
          <Button
            disabledReason={wait}
            onClick={onSetDefault}
            aria-label={label('Set Default', card)}
          >
            Set Default
          </Button>
          <Button disabledReason={wait} onClick={onRemove} aria-label={label('Remove', card)}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}

/** Rows have the same buttons: out of sight they say which card they are about. */
const label = (action: string, card: Card) => `${action}, ${cardName(card)}`

/** `05/2027`. */
export function expiryText({ expirationMonth, expirationYear }: Card): string {
  return `${String(expirationMonth).padStart(2, '0')}/${expirationYear}`
}
