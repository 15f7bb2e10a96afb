import { isolated } from '@portal/domain/kernel/isolated'
import { changed, requiredBy } from '@portal/domain/licenses/item-words'
import type { DraftState, LineItem } from '@portal/domain/licenses/licenses.schema'
import { requestTypeName } from '@portal/domain/licenses/request-types'
import { useQuery } from '@tanstack/react-query'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { formatInstant } from '../kernel/instant.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { orderQuery, productsQuery } from './licenses.api.ts'
import { dataOf, type LocalOrder } from './local-order.ts'
import css from './OrderObstacle.module.css'
import type { Obstacle } from './order-sync.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

type Data = LocalOrder['data']

interface OrderObstacleProps {
  local: UseLocalOrder
  obstacle: Obstacle
}

/** Two conflicting versions of an order, side by side, and the choice between them. */
export function OrderObstacle({ local, obstacle }: OrderObstacleProps) {
  const { accountId } = usePortal().company
  const { order, kept, keeper } = local
  const draft = 'draft' in obstacle ? obstacle.draft : null
  const isThere = draft !== null && draft.status !== 'Deleted'
  const saved = useQuery({ ...orderQuery(accountId, String(draft?.id)), enabled: isThere })
  const theirs =
    obstacle.kind === 'other window'
      ? obstacle.order.data
      : isThere && saved.data && dataOf(saved.data)
  const choice = useSingleMutation({
    mutationFn: (isMine: boolean) => {
      const seen = { order, kept: kept! }
      return isMine ? keeper.keepMine(seen) : keeper.takeTheirs(seen)
    },
  })
  const { text, mine, other } = wordsOf(obstacle)
  const choosing = (isMine: boolean) => choice.isPending && choice.variables === isMine
  return (
    <Card>
      <section aria-labelledby="two-versions">
        <h3 id="two-versions" className={css.title} role="alert">
          {text}
        </h3>
        <div className={css.versions}>
          <Version title="Your version" data={order.data} other={theirs || undefined} />
          {theirs && <Version title="The other version" data={theirs} other={order.data} />}
          {isThere && saved.isPending && (
            <Skeleton lines={2} lineHeight={40} label="Loading the other version" />
          )}
        </div>
        {choice.isError && (
          <p className={css.problem} role="alert">
            That did not work. Check your connection and try again.
          </p>
        )}
        <div className={css.buttons}>
          <Button busy={choosing(false)} onClick={() => choice.mutate(false)}>
            {other}
          </Button>
          <Button tone="primary" busy={choosing(true)} onClick={() => choice.mutate(true)}>
            {mine}
          </Button>
        </div>
      </section>
    </Card>
  )
}

/** What happened to the other version, and the labels of the two choices. */
function wordsOf(obstacle: Obstacle): { text: string; mine: string; other: string } {
  const { kind } = obstacle
  if (kind === 'other window')
    return {
      text: 'You also changed this order in another window or on another device.',
      mine: 'Keep this version',
      other: 'Use the other version',
    }
  const { draft } = obstacle
  if (!draft)
    return {
      text: 'You cleared this order in another window or on another device.',
      mine: 'Keep this version',
      other: 'Clear it here too',
    }
  if (draft.status !== 'Draft')
    return {
      text:
        draft.status === 'Deleted'
          ? `Draft #${orderNumber(draft.id)} was deleted.`
          : `${byWhom(draft, 'submitted')} It does not include your changes here.`,
      mine: 'Keep mine as a new order',
      other: 'Discard my version',
    }
  return {
    text: `${byWhom(draft, kind === 'draft changed' ? 'changed' : 'saved')} You have different changes here.`,
    mine: 'Keep my version',
    other: 'Use the other version',
  }
}

function byWhom({ id, changedBy, changedDate }: DraftState, did: string): string {
  const when = changedDate ? ` on ${formatInstant(changedDate)}` : ''
  return changedBy
    ? `${isolated(changedBy)} ${did} order ${orderNumber(id)}${when}.`
    : `Order ${orderNumber(id)} was ${did}${when}.`
}

function Version({ title, data, other }: { title: string; data: Data; other?: Data | undefined }) {
  const { accountId } = usePortal().company
  const { data: products } = useQuery(productsQuery(accountId))
  const theirs = other?.lineItems.map((item) => JSON.stringify(wordsOfItem(item)))
  return (
    <div className={css.version}>
      <h4>{title}</h4>
      {data.lineItems.length === 0 && <p>No items.</p>}
      <ul>
        {data.lineItems.map((item, index) => {
          const words = wordsOfItem(item)
          const isOnlyHere = theirs && !theirs.includes(JSON.stringify(words))
          return (
            // oxlint-disable-next-line no-array-index-key -- two items may be equal
            <li key={index}>
              <strong>{products?.get(item.productSku)?.description ?? item.productSku}</strong>
              {isOnlyHere && <em>only in this version</em>}
              <span>{words.slice(1).filter(Boolean).join(' · ')}</span>
            </li>
          )
        })}
      </ul>
      {data.notes && (
        <p className={css.notes}>
          {data.notes}
          {other && other.notes !== data.notes && <em>differs</em>}
        </p>
      )}
    </div>
  )
}

const wordsOfItem = (item: LineItem) => [
  item.productSku,
  requestTypeName(item.customerOrderRequestTypeId),
  changed(item, 'oldNetworkName', 'networkName'),
  changed(item, 'oldUserName', 'userName'),
  changed(item, 'oldIPAddress', 'ipAddress'),
  `by ${requiredBy(item)}`,
]
