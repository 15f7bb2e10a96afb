import type { AccreditationProduct } from '@portal/domain/accreditation/accreditation.schema'
import { AddressElement, Elements } from '@stripe/react-stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CallFailed } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { providerFonts, useProviderAppearance } from '../payments/cards/stripe-style.ts'
import { cardProviderQuery } from '../payments/cards/stripe-script.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Muted, Stack } from '../ui/parts.tsx'
import { createCheckout, productQuery } from './accreditation.api.ts'
import { checkoutRequest, type BillingAddress } from './billing-address.ts'
import type { OpenCheckout } from './CheckoutStep.tsx'
import { libraryComponent } from '../ui/library-component.ts'
import css from './Purchase.module.css'

const Provider = libraryComponent(Elements)
const Address = libraryComponent(AddressElement)

interface AddressStepProps {
  productId: string
  product: AccreditationProduct
  /** When the page was opened. */
  isChanged: boolean
  /** The address entered before the visitor came back from the payment step. */
  former: BillingAddress | undefined
  onOpen: (checkout: OpenCheckout, from: BillingAddress) => void
}

const incomplete = 'Please complete the billing address.'

/** The billing address, entered in the provider's form. */
export function AddressStep({ productId, product, isChanged, former, onOpen }: AddressStepProps) {
  const provider = useQuery(cardProviderQuery)
  const appearance = useProviderAppearance()
  const [entered, setEntered] = useState<{ complete: boolean; value: BillingAddress }>()
  const [isReady, setReady] = useState(false)
  const client = useQueryClient()
  const opening = useSingleMutation({
    mutationFn: (from: BillingAddress) =>
      createCheckout({ ...checkoutRequest(productId, from), shown: product }),
    onSuccess: onOpen,
    onError: () => client.invalidateQueries(productQuery(productId)),
  })
  const options = useMemo(
    () => ({
      mode: 'billing' as const,
      autocomplete: { mode: 'disabled' as const },
      ...(former && { defaultValues: former }),
    }),
    [former],
  )

  if (provider.isError)
    return (
      <ErrorState
        text="The address form could not be loaded."
        busy={provider.isFetching}
        onRetry={() => void provider.refetch()}
      />
    )
  return (
    <section aria-label="Billing address">
      <h2 className={css.heading}>Billing address</h2>
      {opening.isError && (
        <div className={css.alert}>
          <Banner tone="danger" role="alert" onDismiss={opening.reset}>
            <b>Failed to initiate checkout session.</b> <span>{reasonOf(opening.error)}</span>
          </Banner>
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (entered?.complete) opening.mutate(entered.value)
        }}
      >
        <div className={css.element} data-ready={isReady}>
          <Provider stripe={provider.data ?? null} options={{ appearance, fonts: providerFonts }}>
            <Address
              options={options}
              onReady={() => setReady(true)}
              onChange={({ complete, value }) => setEntered({ complete, value })}
            />
          </Provider>
          {!isReady && (
            <Muted as="p" role="status">
              loading....
            </Muted>
          )}
        </div>
        <Stack gap={3} className={css.actions}>
          <Button
            type="submit"
            tone="primary"
            size="large"
            busy={opening.isPending}
            disabledReason={!entered?.complete && incomplete}
          >
            {isChanged ? 'Next with this change' : 'Next'}
            <ArrowRight size={16} aria-hidden />
          </Button>
          {isReady && !entered?.complete && (
            <Muted as="p" size={1} className={css.missing} aria-hidden>
              {incomplete}
            </Muted>
          )}
        </Stack>
      </form>
    </section>
  )
}

/** The server's message, if it is meant for the visitor; server errors and connection failures are not. */
function reasonOf(error: Error): string {
  return (error instanceof CallFailed && error.message) || 'Please try again.'
}
