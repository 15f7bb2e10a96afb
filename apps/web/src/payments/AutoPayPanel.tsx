/** A later part of the work fills it; until then it says so. */
export function AutoPayPanel() {
  return <p>This page is not available yet.</p>
}
