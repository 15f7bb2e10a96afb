import type { Page } from 'playwright-core'
import { maya } from './people.ts'
import { siskin } from './records/equipment-company.ts'
import { byRole, screenAt, type Screen } from './screen.ts'

const { decider } = siskin
const panel = (page: Page) => page.locator('[data-side-panel]')
const asked = (page: Page) => page.getByRole('dialog', { name: /^(APPROVE|CANCEL)/ })

/** The approvals of a company whose requests no journey decides. */
export const equipmentPages: Screen[] = [
  screenAt('approvals', decider, '/erf', (page) => page.getByRole('row', { name: /SI-SEEN/ })),
  screenAt('approvals-none', decider, '/erf?q=nothing-is-called-this', (page) =>
    page.getByText('No Licenses Found.'),
  ),
  screenAt('request', decider, '/erf/detail/SI-SEEN', byRole('button', 'Approve')),
  screenAt('approvals-empty', maya, '/erf', (page) => page.getByText('No Licenses Found.')),
]

export const equipmentLayers: Screen[] = [
  screenAt('request-panel', decider, '/erf?open=SI-SEEN', (page) =>
    panel(page).getByRole('button', { name: 'Approve' }),
  ),
  screenAt('request-approve', decider, '/erf?open=SI-SEEN', asked, (page) =>
    panel(page).getByRole('button', { name: 'Approve' }).click(),
  ),
  screenAt('request-cancel', decider, '/erf/detail/SI-SEEN', asked, (page) =>
    page.getByRole('button', { name: 'Cancel Order' }).click(),
  ),
]
