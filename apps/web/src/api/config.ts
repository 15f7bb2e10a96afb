import { pageConfigId, type PageConfig } from '@portal/domain/session/page-config'

// Unit tests have no document.
const { document: page } = globalThis as { document?: Document }

/** Read once: the server writes it into the page before any script runs. */
export const config = JSON.parse(
  page?.getElementById(pageConfigId)?.textContent ?? '{}',
) as PageConfig
