import { licensesMeant, wordsOfItem } from '@portal/domain/licenses/license-meant'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { needsUserName } from '@portal/domain/licenses/line-items'
import type { LineItemFault } from '@portal/domain/licenses/order-rules'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import type { FormEvent } from 'react'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { usePortal } from '../../session/useSession.ts'
import { useTyped } from '../../session/useTyped.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Discard } from '../../ui/layers/Discard.tsx'
import { Loaded } from '../../ui/page/Loaded.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import {
  entryFaults,
  itemOf,
  neededText,
  takenIn,
  type ItemEntry,
  type ItemKind,
} from '../item-entry.ts'
import { ItemFields } from './ItemFields.tsx'
import css from './ItemForm.module.css'
import { fetchNamed, networksQuery } from '../licenses.api.ts'
import parts from '../Parts.module.css'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

export interface ItemFormProps {
  kind: ItemKind
  product: Product
  initial: ItemEntry
  /** The purpose of the form, if there is an alternative. */
  note?: string | undefined
  onBack: () => void
  /** `sent` is called when the order contains the item. */
  onAdd: (item: LineItem, sent: () => void) => void
}

/** The second step of an item that the user describes: user, network and date. */
export function ItemForm(props: ItemFormProps) {
  const { kind, product, initial, note, onBack, onAdd } = props
  const { isChanging, blocked } = useUnsentOrder()
  const { accountId } = usePortal().company
  const networks = useQuery(networksQuery(accountId))
  const typed = useTyped(`${kind} ${product.productSku}`, initial)
  const { value: entry, set: setEntry } = typed
  const add = (item: LineItem) => onAdd(item, typed.discard)
  const match = useMatch(product, add)
  const item = itemOf(entry, kind, product, networks.data ?? [])
  const missing = typeof item === 'string'
  const faults = entryFaults(entry, kind, product)
  const needed = neededText(faults)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (missing) return
    if (kind === 'add') add(item)
    else match.mutate(item)
  }

  return (
    <Loaded
      query={networks}
      onPage
      lines={4}
      loading="Loading networks"
      failed="Failed to load networks."
    >
      {(offered) => (
        <Card>
          <form className={css.form} noValidate onSubmit={submit}>
            <ProductHead product={product} onBack={onBack} />
            {note && (
              <Muted as="p" className={css.note}>
                {note}
              </Muted>
            )}
            {kind === 'change' && (
              <div className={css.note}>
                <Text as="h3" size={3}>
                  What would you like to change?
                </Text>
                <Muted as="p">
                  Enter the license as it is now, and a new value only where it changes.
                </Muted>
              </div>
            )}
            <div className={css.fields}>
              <ItemFields
                kind={kind}
                networks={offered}
                isChosen={false}
                isUserOptional={!needsUserName(product)}
                faults={faults}
                entry={entry}
                onChange={(next) => {
                  match.reset()
                  setEntry(next)
                }}
              />
            </div>
            <Discard typed={typed} />
            {match.data && (
              <Text as="p" tone="danger" className={css.unmatched} role="alert">
                {match.data.words}
              </Text>
            )}
            <Row
              justify="end"
              wrap
              className={`${parts.bar} ${css.end}`}
              data-action-bar
              data-main-action
            >
              <Muted as="p" role="status">
                {missing && (
                  <>
                    <span>{item}</span> <span>{needed}</span>
                  </>
                )}
              </Muted>
              <Button
                type="submit"
                tone="primary"
                busy={match.isPending || isChanging}
                disabledReason={blocked || (missing && `${item} ${needed}`.trim())}
              >
                Add to Order
              </Button>
            </Row>
          </form>
        </Card>
      )}
    </Loaded>
  )
}

/** Finds the license that the typed values identify and adds the item, or returns why there is none. */
function useMatch(product: Product, onAdd: (item: LineItem) => void) {
  const { accountId } = usePortal().company
  const { lineItems } = useUnsentOrder()
  return useSingleMutation<LineItemFault | undefined, LineItem>({
    mutationFn: async (item) => {
      const { productSku } = item
      const found = await fetchNamed(accountId, { productSku, ...wordsOfItem(item) })
      const products = new Map([[productSku, product]])
      const meant = licensesMeant([item], { found, products, taken: takenIn(lineItems) })
      const [license] = meant.licenses.values()
      if (!license) return meant.faults[0]
      const { licenseId, coveredCompany } = license
      onAdd({ ...item, licenseId, coveredCompany })
      return undefined
    },
    // The values are compared again when the order is submitted.
    onError: (_, item) => onAdd(item),
  })
}

/** The chosen product, above its second step; Edit leads back to the products. */
export const ProductHead = ({ product, onBack }: Pick<ItemFormProps, 'product' | 'onBack'>) => (
  <Row gap={4} justify="between" className={css.product}>
    <div>
      <Muted size={2}>Product</Muted>
      <strong>{product.description}</strong>
    </div>
    <Button size="small" icon={<PencilLine size={14} aria-hidden />} onClick={onBack}>
      Edit
    </Button>
  </Row>
)
