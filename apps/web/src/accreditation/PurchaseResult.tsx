import type { PurchaseStatus } from '@portal/domain/accreditation/accreditation.schema'
import { howToUse } from '@portal/domain/accreditation/how-to-use'
import { toCents } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, Mail, SearchX, TimerOff } from 'lucide-react'
import { CallFailed, supportIdOf } from '../api/call-failed.ts'
import { buttonClass } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState, ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Money } from '../ui/Money.tsx'
import { Muted, Row, Stack } from '../ui/parts.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { purchaseStatusQuery } from './accreditation.api.ts'
import css from './Purchase.module.css'

interface PurchaseResultProps {
  sessionId: string
  productId: string
}

/** The provider's format; the server rejects any other. */
const checkoutId = /^cs_(test|live)_[A-Za-z0-9]{10,200}$/

/** The result of a purchase. The provider notifies the portal, not this page, so it may take a moment. */
export function PurchaseResult({ sessionId, productId }: PurchaseResultProps) {
  const isCheckout = checkoutId.test(sessionId)
  const { data, isPending, error, isFetching, refetch } = useQuery({
    ...purchaseStatusQuery(sessionId, 2),
    enabled: isCheckout,
  })
  const again = productId && (
    <ButtonLink path={`/accreditation/purchase?productId=${encodeURIComponent(productId)}`}>
      Start again
    </ButtonLink>
  )
  if (isCheckout && isPending)
    return <Skeleton lines={4} lineHeight={64} label="Loading the purchase" />
  if (!data)
    return !isCheckout || (error instanceof CallFailed && error.status < 500) ? (
      <EmptyState
        icon={<SearchX size={24} aria-hidden />}
        text="This purchase was not found."
        note="Please check the link, or look for the receipt in your email."
        action={again}
      />
    ) : (
      <ErrorState
        text="The purchase could not be loaded. If you have paid, you will get a receipt by email."
        supportId={supportIdOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (data.status === 'expired')
    return (
      <EmptyState
        icon={<TimerOff size={24} aria-hidden />}
        text="This checkout has expired."
        note="Nothing was charged."
        action={again}
      />
    )
  return <Thanks purchase={data} />
}

/** An email to the seller that already has the product and the reference. */
function mailAbout({ contact, productName, reference }: PurchaseStatus): string {
  const subject = encodeURIComponent(`${productName}, purchase ${reference}`)
  return `mailto:${contact}?subject=${subject}`
}

function Thanks({ purchase }: { purchase: PurchaseStatus }) {
  const isPaid = purchase.status === 'paid'
  const Icon = isPaid ? CircleCheck : Hourglass
  return (
    <section aria-label="Purchase">
      <Stack gap={2} className={css.thanks} data-paid={isPaid} role="status">
        <Icon size={28} aria-hidden />
        <h2>{isPaid ? 'Thank you for your purchase' : 'Thank you'}</h2>
        <Muted as="p" size={3}>
          {isPaid
            ? 'Your payment was successful. A receipt will be sent to the email address of your payment.'
            : 'Your payment is being confirmed. You may close this page. You will get a receipt by email.'}
        </Muted>
      </Stack>
      <Facts
        facts={[
          { label: 'Product', value: purchase.productName },
          {
            label: isPaid ? 'Paid' : 'Price',
            value: (
              <Money
                cents={toCents(purchase.productPrice, purchase.currencyIsoCode)}
                currency={purchase.currencyIsoCode}
              />
            ),
          },
          {
            label: 'Purchase reference',
            value: (
              <Muted size={1} weight={400} className={css.reference}>
                {purchase.reference}
                <CopyButton label="Copy the purchase reference" text={purchase.reference} />
              </Muted>
            ),
          },
        ]}
      />
      {isPaid && (
        <Muted as="p" className={css.use}>
          {howToUse({ email: purchase.contact })}
        </Muted>
      )}
      <Row gap={3} align="stretch" wrap className={css.next}>
        {isPaid && (
          <a className={buttonClass({ tone: 'primary' })} href={mailAbout(purchase)}>
            <Mail size={16} aria-hidden />
            Write an email
          </a>
        )}
        <ButtonLink path="/" tone={isPaid ? 'quiet' : 'plain'}>
          Back to the start page
        </ButtonLink>
      </Row>
    </section>
  )
}
