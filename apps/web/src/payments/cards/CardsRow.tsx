import { expiryNotice } from '@portal/domain/payments/card-expiry-notice'
import { cardName } from '@portal/domain/payments/card-name'
import type { Card } from '@portal/domain/payments/cards.schema'
import { today } from '../../kernel/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import css from './CardsPanel.module.css'

interface CardsRowProps {
  card: Card
  /** Whether AutoPay charges this card. */
  isAutoPay: boolean
  isOnly: boolean
  busy: boolean
  onRemove: () => void
  onSetDefault: () => void
}

export function CardsRow({ card, isAutoPay, isOnly, busy, onRemove, onSetDefault }: CardsRowProps) {
  const notice = expiryNotice(card, today())
  const wait = busy && 'One moment...'
  return (
    <Row as="li" wrap className={css.row}>
      <CardsBrandMark brand={card.brand} />
      <div className={css.words}>
        <Text as="p" size={3} weight={600}>
          {cardName(card)}
        </Text>
        <Muted as="p" className={css.expiry}>
          Expires {expiryText(card)}
        </Muted>
      </div>
      <Row align="stretch" wrap className={css.badges}>
        {card.isDefault && <Badge tone="neutral">Default</Badge>}
        {isAutoPay && <Badge tone="ok">Autopay</Badge>}
        {notice === 'expired' && <Badge tone="danger">Expired</Badge>}
        {notice === 'soon' && <Badge tone="warn">Expires soon</Badge>}
      </Row>
      {card.isDefault ? (
        <Text size={1} tone="faint" className={css.kept}>
          To remove it, {isOnly ? 'add another card and set that' : 'set another card'} as the
          default first.
        </Text>
      ) : (
        <Row gap={3} align="stretch" className={css.actions}>
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
        </Row>
      )}
    </Row>
  )
}

/** All rows have the same buttons: screen readers also get the card's name. */
const label = (action: string, card: Card) => `${action}, ${cardName(card)}`

/** `05/2027`. */
export function expiryText({ expirationMonth, expirationYear }: Card): string {
  return `${String(expirationMonth).padStart(2, '0')}/${expirationYear}`
}

const marks: Record<string, string> = {
  visa: 'VISA',
  mastercard: '',
  amex: 'AMEX',
  discover: 'DISC',
  jcb: 'JCB',
  diners: 'DINERS',
  unionpay: 'UP',
}

/** The mark of the card's brand; its name is shown beside it. */
function CardsBrandMark({ brand }: { brand: string }) {
  return (
    <Text size={0} weight={600} className={css.mark} data-brand={brand} aria-hidden>
      {marks[brand] ?? 'CARD'}
    </Text>
  )
}
