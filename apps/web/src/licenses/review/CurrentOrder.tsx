import { FilePlus2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/ErrorState.tsx'
import { Loaded } from '../../ui/page/Loaded.tsx'
import { Text } from '../../ui/parts.tsx'
import { panelLabels, type OrderPanel } from '../licenses-search.ts'
import css from './OrderReview.module.css'
import { OrderReview } from './OrderReview.tsx'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface CurrentOrderProps {
  onPanel: (panel: OrderPanel) => void
  onDone: () => void
}

/** The user's order as stored on the server. */
export function CurrentOrder({ onPanel, onDone }: CurrentOrderProps) {
  const { query, content, lineItems } = useUnsentOrder()
  return (
    <Loaded
      query={query}
      onPage
      lines={6}
      loading="Loading the order"
      failed="Failed to load your order."
    >
      {() =>
        lineItems.length === 0 && !content.draft ? (
          <EmptyOrder onPanel={onPanel} />
        ) : (
          <OrderReview onPanel={onPanel} onDone={onDone} />
        )
      }
    </Loaded>
  )
}

const ways = [
  { panel: 'add_item', does: 'A license of a product, for a user or a network.' },
  { panel: 'change_item', does: 'Another user, network or address for licenses you hold.' },
  { panel: 'cancel_item', does: 'End licenses you hold: one, several, or all of a person.' },
] as const

function EmptyOrder({ onPanel }: Pick<CurrentOrderProps, 'onPanel'>) {
  return (
    <Card flush>
      <EmptyState
        icon={<FilePlus2 size={24} aria-hidden />}
        text="You haven't added an item to this order."
        action={
          <div className={css.ways}>
            {ways.map(({ panel, does }, place) => (
              <div key={panel}>
                <Button
                  {...(place === 0 && { tone: 'primary' as const })}
                  onClick={() => onPanel(panel)}
                >
                  {panelLabels[panel]}
                </Button>
                <Text as="p" size={2}>
                  {does}
                </Text>
              </div>
            ))}
          </div>
        }
      />
    </Card>
  )
}
