/** The document's title: the page first, so that a row of tabs can be told apart. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children ? `${children} · Licensing and Billing` : 'Licensing and Billing'}</title>
}
