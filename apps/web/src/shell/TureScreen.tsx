import { Notice } from '../ui/page/Notice.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'

/** A known address whose content the specification does not define: neutral, without calls. */
export function TureScreen() {
  return (
    <Notice
      title="Licensing and Billing"
      documentTitle=""
      text="There is nothing to do on this page."
      actions={
        <ButtonLink tone="primary" path="/">
          Back to the start page
        </ButtonLink>
      }
    />
  )
}
