/** The page's settings at run time; the server writes them into index.html as a JSON block. */
export interface PageConfig {
  /** Base of all calls: the main base plus `/api`. */
  apiBase: string
  /** Base of sign-in calls and downloads. */
  mainBase: string
  publishableKey: string
  cardScriptUrl: string
  /** Largest balance payable by card, in cents; the limit itself is payable. */
  cardLimitCents: number
  accountUrl: string
  legalUrl: string
  privacyUrl: string
  helpUrl: string
  /** The provider's address for questions about payments. */
  contactEmail: string
  copyright: string
  /** Origins of the sign-in provider's pages: the page redirects only to these. */
  signInOrigins: string[]
  /** Its days decide what is due and overdue (decision 0105). */
  businessTimeZone: string
  /** Email domain of the provider's employees. */
  providerDomain: string
}

/** Id of the `<script type="application/json">` block with these settings. */
export const pageConfigId = 'portal-config'
