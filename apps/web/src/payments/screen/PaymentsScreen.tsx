import { getRouteApi } from '@tanstack/react-router'
import { Book, Cog, CreditCard, Hourglass, Inbox, List, Tags } from 'lucide-react'
import { Suspense } from 'react'
import { lazyLayer } from '../../ui/lazy-screen.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { TabLinks } from '../../ui/page/TabLinks.tsx'
import { paymentTabs, tabPath, type PaymentTab } from '../payments-search.ts'

const panels = {
  card: lazyLayer(() => import('../cards/CardsPanel.tsx'), 'CardsPanel'),
  autopay: lazyLayer(() => import('../autopay/AutoPayPanel.tsx'), 'AutoPayPanel'),
  paymentHistory: lazyLayer(
    () => import('../receipts/PaymentHistoryPanel.tsx'),
    'PaymentHistoryPanel',
  ),
  recipients: lazyLayer(() => import('../receipts/RecipientsPanel.tsx'), 'RecipientsPanel'),
  faq: lazyLayer(() => import('../balance/FaqPanel.tsx'), 'FaqPanel'),
  instructions: lazyLayer(() => import('../balance/InstructionsPanel.tsx'), 'InstructionsPanel'),
} satisfies Record<Exclude<PaymentTab, 'balance'>, unknown>

const route = getRouteApi('/payments')

/** The payments area. The address names the tab. */
export function PaymentsScreen() {
  const { tab } = route.useSearch()
  const Panel = panels[tab === 'balance' ? 'card' : tab]
  return (
    <Page title="Payments" documentTitle={`${tabLabel(tab)} · Payments`}>
      <TabLinks label="Payments" current={tabPath(tab)} items={tabs} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}

const tabTitles = {
  card: { label: 'Cards on File', Icon: CreditCard },
  balance: { label: 'Balance', Icon: Tags },
  autopay: { label: 'AutoPay', Icon: Hourglass },
  paymentHistory: { label: 'Payment History', Icon: List },
  recipients: { label: 'Recipients', Icon: Inbox },
  faq: { label: 'FAQ', Icon: Book },
  instructions: { label: 'Instructions', Icon: Cog },
}

const tabs = paymentTabs.map((tab) => {
  const { label, Icon } = tabTitles[tab]
  return { path: tabPath(tab), label, icon: <Icon size={16} aria-hidden /> }
})

const tabLabel = (tab: PaymentTab) => tabTitles[tab].label
