import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { today } from '../../kernel/today.ts'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { List, Muted, Text } from '../../ui/parts.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { actionName, type HeldAction } from './held-columns.tsx'
import { heldRows, userOf, type HeldRow } from './held-rows.ts'
import css from './HeldOfProduct.module.css'
import { ItemForm, ProductHead, type ItemFormProps } from '../items/ItemForm.tsx'
import { heldOfQuery } from '../licenses.api.ts'
import { dotted, sinceWords } from '../order-words.ts'
import parts from '../Parts.module.css'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface HeldOfProductProps extends ItemFormProps {
  action: Pick<HeldAction, 'label' | 'choose'>
  /** Shows the list of all licenses, searched for the product. */
  onAll: () => void
}

/** The maximum number of licenses offered here, about one page; the list of all licenses has the others. */
const mostOffered = 12

/** The second step of Change and Cancel: the company's licenses of a product, before a form to describe a license. */
export function HeldOfProduct({ action, onAll, ...form }: HeldOfProductProps) {
  const { product, onBack } = form
  const { accountId } = usePortal().company
  const { data, isPending } = useQuery(heldOfQuery(accountId, product.productSku))
  const [isByHand, setByHand] = useState(false)
  const { lineItems } = useUnsentOrder()
  const rows = useMemo(
    () => data && heldRows(data.rows, new Map([[product.productSku, product]]), lineItems),
    [data, product, lineItems],
  )
  const name = isolated(product.description)
  if (isPending) return <Skeleton lines={4} lineHeight={56} label="Loading your licenses" />
  // The form stays if a license appears meanwhile, or the user's entries would be lost.
  if (!isByHand && !rows?.length) setByHand(true)
  if (isByHand || !data || !rows)
    return (
      <ItemForm
        {...form}
        note={
          rows?.length === 0
            ? `Your list has no license of ${name}. Is this the right product?`
            : 'Only for a license that is not in your list. The portal looks for it by what you enter.'
        }
      />
    )
  return (
    <Card>
      <div className={css.step}>
        <ProductHead product={product} onBack={onBack} />
        <Text as="h3" size={3} id="held-of-product" className={css.title}>
          Your licenses of {name}
        </Text>
        <List className={`${parts.rows} ${css.rows}`} aria-labelledby="held-of-product">
          {rows.slice(0, mostOffered).map((row) => (
            <li key={row.licenseId}>
              <Text weight={500}>{isolated(userOf(row)) || 'No user'}</Text>
              <Muted className={css.more}>{moreWords(row)}</Muted>
              <Muted className={css.price}>{priceWords(row)}</Muted>
              <Button
                size="small"
                tone="quiet"
                aria-label={actionName(row, action.label)}
                disabledReason={row.refusal}
                onClick={() => action.choose(row)}
              >
                {action.label}
              </Button>
            </li>
          ))}
        </List>
        {data.count > mostOffered && (
          <Button size="small" onClick={onAll}>
            Show all {data.count.toLocaleString('en-US')} licenses
          </Button>
        )}
        <Muted as="p" className={css.other}>
          Is your license not listed?{' '}
          <Button size="small" onClick={() => setByHand(true)}>
            Enter it by hand
          </Button>
        </Muted>
      </div>
    </Card>
  )
}

const moreWords = (row: HeldRow) =>
  dotted(
    isolated(row.networkName),
    row.looksAlike && `License ${row.licenseId}`,
    isolated(row.ipAddress),
    sinceWords(row.startsOn, today()),
  )

const priceWords = ({ monthlyPrice, currencyIsoCode, isListPrice }: HeldRow) =>
  monthlyPrice !== null &&
  `${formatMoney(toCents(monthlyPrice, currencyIsoCode), currencyIsoCode)} a month${isListPrice ? ' at list price' : ''}`
