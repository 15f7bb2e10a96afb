import { formatDay } from '@portal/domain/kernel/day'
import { expiryNotice, lastDayOf } from '@portal/domain/payments/card-expiry-notice'
import { cardName } from '@portal/domain/payments/card-name'
import type { Card } from '@portal/domain/payments/cards.schema'
import { today } from '../../kernel/today.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Warns that the default card expires soon or has expired. */
export function CardsNotice({ card }: { card: Card | undefined }) {
  const notice = card && expiryNotice(card, today())
  if (!card || !notice) return null
  const day = formatDay(lastDayOf(card))
  return (
    <Banner tone="warn">
      {notice === 'expired'
        ? `The default card, ${cardName(card)}, expired on ${day}. It cannot be charged: add or choose another card.`
        : `The default card, ${cardName(card)}, expires on ${day}. Add or choose another card before then.`}
    </Banner>
  )
}
