import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'

/** What is in the way of enrolling, and where it can be put right. */
export function AutoPayGate({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <Banner tone="danger" role="alert" onDismiss={onDismiss} actions={wayOut(text)}>
      {text}
    </Banner>
  )
}

function wayOut(text: string) {
  if (/Card/.test(text))
    return (
      <ButtonLink size="small" path="/payments">
        Cards on File
      </ButtonLink>
    )
  if (/Past Due/.test(text))
    return (
      <ButtonLink size="small" path="/invoices?status=open&sort=due">
        Open Invoices
      </ButtonLink>
    )
  return undefined
}
