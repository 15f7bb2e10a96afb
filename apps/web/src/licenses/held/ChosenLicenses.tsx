import type { Day } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import { priceOn } from '@portal/domain/licenses/monthly-effect'
import { today } from '../../kernel/today.ts'
import { Money } from '../../ui/Money.tsx'
import { List } from '../../ui/parts.tsx'
import { whoseWords } from './held-rows.ts'
import css from './HeldItemsDialog.module.css'
import { changeWords, dotted, sinceWords } from '../order-words.ts'
import parts from '../Parts.module.css'
import type { ChosenHeld } from './several-licenses.ts'

/** How many of the licenses are listed. */
const mostListed = 8

interface ChosenLicensesProps {
  chosen: readonly ChosenHeld[]
  /** The first day without the licenses, whose prices are shown. */
  endsOn: Day | undefined
}

/** The licenses to change or cancel together. */
export function ChosenLicenses({ chosen, endsOn }: ChosenLicensesProps) {
  const more = chosen.length - mostListed
  return (
    <List className={`${parts.rows} ${parts.named} ${css.chosen}`} aria-label="Chosen licenses">
      {chosen.slice(0, more === 1 ? undefined : mostListed).map(({ license, looksAlike }) => (
        <li key={license.licenseId}>
          <strong>{isolated(license.productName)}</strong>
          <span>
            {dotted(
              looksAlike && `License ${license.licenseId}`,
              whoseWords(license),
              isolated(license.ipAddress),
              sinceWords(license.startsOn, today()),
            )}
          </span>
          <Price {...priceOn(endsOn, license)} />
          {license.asked && <span>{changeWords(license, license.asked)}</span>}
        </li>
      ))}
      {more > 1 && <li>and {more.toLocaleString('en-US')} more</li>}
    </List>
  )
}

function Price({
  monthlyPrice,
  currencyIsoCode,
  isListPrice,
}: ReturnType<typeof priceOn<HeldLicense>>) {
  if (monthlyPrice === null) return <span className={css.price}>No known price</span>
  return (
    <span className={css.price}>
      <Money cents={toCents(monthlyPrice, currencyIsoCode)} currency={currencyIsoCode} /> a month
      {isListPrice && <small>list price</small>}
    </span>
  )
}
