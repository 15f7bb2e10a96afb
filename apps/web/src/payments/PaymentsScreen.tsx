import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import type { PaymentTab } from './payments-search.ts'
import { PaymentsTabs, tabLabel } from './PaymentsTabs.tsx'

const panels = {
  card: lazyLayer(() => import('./CardsPanel.tsx'), 'CardsPanel'),
  autopay: lazyLayer(() => import('./AutoPayPanel.tsx'), 'AutoPayPanel'),
  paymentHistory: lazyLayer(() => import('./PaymentHistoryPanel.tsx'), 'PaymentHistoryPanel'),
  recipients: lazyLayer(() => import('./RecipientsPanel.tsx'), 'RecipientsPanel'),
  faq: lazyLayer(() => import('./FaqPanel.tsx'), 'FaqPanel'),
  instructions: lazyLayer(() => import('./InstructionsPanel.tsx'), 'InstructionsPanel'),
} satisfies Record<Exclude<PaymentTab, 'balance'>, unknown>

const route = getRouteApi('/payments')

/** The payments area: one tab at a time, which the address names. */
export function PaymentsScreen() {
  const { tab } = route.useSearch()
  const Panel = panels[tab === 'balance' ? 'card' : tab]
  return (
    <Page title="Payments" documentTitle={`${tabLabel(tab)} · Payments`}>
      <PaymentsTabs current={tab} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
