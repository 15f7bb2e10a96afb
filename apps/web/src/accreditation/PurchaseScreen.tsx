import type { AccreditationProduct } from '@portal/domain/accreditation/accreditation.schema'
import { productText } from '@portal/domain/accreditation/product-shown'
import { toCents } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Check, SearchX } from 'lucide-react'
import { useState } from 'react'
import { CallFailed, supportIdOf } from '../api/call-failed.ts'
import { ChangedSince, useBefore } from '../ui/ChangedSince.tsx'
import { EmptyState, ErrorState } from '../ui/ErrorState.tsx'
import { Money } from '../ui/Money.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Row, Text } from '../ui/parts.tsx'
import { productQuery } from './accreditation.api.ts'
import { AddressStep } from './AddressStep.tsx'
import type { BillingAddress } from './billing-address.ts'
import { CheckoutStep, type OpenCheckout } from './CheckoutStep.tsx'
import css from './Purchase.module.css'
import { PurchaseResult } from './PurchaseResult.tsx'

const route = getRouteApi('/accreditation/purchase')

/** A visitor buys an accreditation: address, payment, result. */
export function PurchaseScreen() {
  const { productId, session } = route.useSearch()
  return (
    <div className={css.column}>
      <Page title="Accreditation" documentTitle="Buy an accreditation">
        {session === '' ? (
          <Purchase key={productId} productId={productId} />
        ) : (
          <PurchaseResult sessionId={session} productId={productId} />
        )}
      </Page>
    </div>
  )
}

function Purchase({ productId }: { productId: string }) {
  const navigate = useNavigate({ from: '/accreditation/purchase' })
  const product = useQuery({ ...productQuery(productId), enabled: productId !== '' })
  const now = product.data ? productText(product.data) : ''
  const before = useBefore(now, now && 'loaded')
  const [address, setAddress] = useState<BillingAddress>()
  const [checkout, setCheckout] = useState<OpenCheckout>()

  if (productId === '') return <UnknownProduct />
  if (product.isPending) return <Skeleton lines={5} lineHeight={64} label="Loading the product" />
  if (!product.data) return <NoProduct {...product} />
  return (
    <>
      <ProductSummary product={product.data} step={checkout ? 'payment' : 'address'} />
      {checkout ? (
        <CheckoutStep
          key={checkout.sessionId}
          checkout={checkout}
          onBack={() => setCheckout(undefined)}
          onEnd={() =>
            void navigate({
              to: '/accreditation/purchase',
              search: { productId, session: checkout.sessionId },
              replace: true,
            })
          }
        />
      ) : (
        <>
          <ChangedSince before={before} now={now} />
          <AddressStep
            productId={productId}
            product={product.data}
            isChanged={before !== undefined}
            former={address}
            onOpen={(opened, from) => {
              setAddress(from)
              setCheckout(opened)
            }}
          />
        </>
      )}
    </>
  )
}

interface NoProductProps {
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

function NoProduct({ error, isFetching, refetch }: NoProductProps) {
  if (error instanceof CallFailed && error.status < 500) return <UnknownProduct />
  return (
    <ErrorState
      text="Failed to fetch product details."
      supportId={supportIdOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function UnknownProduct() {
  return (
    <EmptyState
      icon={<SearchX size={24} aria-hidden />}
      text="Failed to fetch product details."
      note="There is no such product. Please check the link you were given."
    />
  )
}

const steps = [
  { id: 'address', label: 'Billing address' },
  { id: 'payment', label: 'Payment' },
] as const

interface ProductSummaryProps {
  product: AccreditationProduct
  step: (typeof steps)[number]['id']
}

/** The product, its price and the current step. In the payment step the provider's page names product and price. */
function ProductSummary({ product, step }: ProductSummaryProps) {
  const current = steps.findIndex(({ id }) => id === step)
  return (
    <section className={css.summary} aria-label="Product">
      {step === 'address' && (
        <Row size={3} align="baseline" justify="between" wrap className={css.product}>
          <h2>{product.productName}</h2>
          <p>
            <Money
              cents={toCents(product.productPrice, product.currencyIsoCode)}
              currency={product.currencyIsoCode}
            />
          </p>
        </Row>
      )}
      <Row
        as="ol"
        size={1}
        tone="faint"
        align="stretch"
        wrap
        className={css.steps}
        aria-label="Steps"
      >
        {steps.map(({ id, label }, place) => (
          <Row as="li" key={id} aria-current={place === current ? 'step' : undefined}>
            <Text size={0} weight={500} aria-hidden>
              {place < current ? <Check size={12} /> : place + 1}
            </Text>
            {label}
            {place < current && <span className="sr-only">, done</span>}
          </Row>
        ))}
      </Row>
    </section>
  )
}
