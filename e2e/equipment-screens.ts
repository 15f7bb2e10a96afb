import type { Page } from 'playwright-core'
import { maya } from './people.ts'
import { siskin } from './records/equipment-company.ts'
import type { Screen } from './screen.ts'

const { decider } = siskin
const panel = (page: Page) => page.locator('[data-side-panel]')
const asked = (page: Page) => page.getByRole('dialog', { name: /^(APPROVE|CANCEL)/ })

/** The approvals of a company whose requests no journey decides. */
export const equipmentPages: Screen[] = [
  {
    name: 'approvals',
    as: decider,
    at: '/erf',
    shows: (page) => page.getByRole('row', { name: /SI-SEEN/ }),
  },
  {
    name: 'approvals-none',
    as: decider,
    at: '/erf?q=nothing-is-called-this',
    shows: (page) => page.getByText('No Licenses Found.'),
  },
  {
    name: 'request',
    as: decider,
    at: '/erf/detail/SI-SEEN',
    shows: (page) => page.getByRole('button', { name: 'Approve' }),
  },
  {
    name: 'approvals-empty',
    as: maya,
    at: '/erf',
    shows: (page) => page.getByText('No Licenses Found.'),
  },
]

export const equipmentLayers: Screen[] = [
  {
    name: 'request-panel',
    as: decider,
    at: '/erf?open=SI-SEEN',
    shows: (page) => panel(page).getByRole('button', { name: 'Approve' }),
  },
  {
    name: 'request-approve',
    as: decider,
    at: '/erf?open=SI-SEEN',
    open: (page) => panel(page).getByRole('button', { name: 'Approve' }).click(),
    shows: asked,
  },
  {
    name: 'request-cancel',
    as: decider,
    at: '/erf/detail/SI-SEEN',
    open: (page) => page.getByRole('button', { name: 'Cancel Order' }).click(),
    shows: asked,
  },
]
