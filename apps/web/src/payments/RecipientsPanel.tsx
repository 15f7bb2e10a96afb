/** A later part of the work fills it; until then it says so. */
export function RecipientsPanel() {
  return <p>This page is not available yet.</p>
}
