import { Notice } from './Notice.tsx'
import { ButtonLink } from './PathLink.tsx'

export function NotFound() {
  return (
    <Notice
      title="Not Found"
      text="There is no page at this address, or you do not have access to it."
      actions={
        <ButtonLink tone="primary" path="/">
          Back to the start page
        </ButtonLink>
      }
    />
  )
}
