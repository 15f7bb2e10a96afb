/** What the page needs to know at run time; the server writes it into index.html as a JSON block. */
export interface PageConfig {
  /** Base of all calls, the main base plus `/api`. */
  apiBase: string
  /** Base of sign-in calls and downloads. */
  mainBase: string
  publishableKey: string
  cardScriptUrl: string
  /** Largest balance payable by card, in cents; exactly the limit is payable. */
  cardLimitCents: number
  accountUrl: string
  legalUrl: string
  privacyUrl: string
  helpUrl: string
  copyright: string
  /** E-mail domain of the provider's own people. */
  providerDomain: string
}

/** Id of the `<script type="application/json">` block that carries it. */
export const pageConfigId = 'portal-config'
