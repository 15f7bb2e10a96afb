import { pageConfigId, type PageConfig } from '@portal/domain/session/page-config'

/** Read once: the server writes it into the page before any script runs. */
export const config = JSON.parse(
  document.getElementById(pageConfigId)?.textContent ?? '{}',
) as PageConfig
