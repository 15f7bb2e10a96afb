import type { Page } from 'playwright-core'
import { maya } from './people.ts'
import { siskin } from './records/equipment-company.ts'
import { byRole, byText, press, screenAt, screensAt, type Screen } from './screen.ts'

const { decider } = siskin
const approve = (page: Page) =>
  page.locator('[data-side-panel]').getByRole('button', { name: 'Approve' })
const asked = byRole('dialog', /^(APPROVE|CANCEL)/)
const none = byText('No Licenses Found.')
const beside = screensAt(decider, '/erf?open=SI-SEEN')
const alone = screensAt(decider, '/erf/detail/SI-SEEN')

/** The approvals of a company whose requests no journey decides. */
export const equipmentPages: Screen[] = [
  screenAt('approvals', decider, '/erf', byRole('row', /SI-SEEN/)),
  screenAt('approvals-none', decider, '/erf?q=nothing-is-called-this', none),
  alone('request', byRole('button', 'Approve')),
  screenAt('approvals-empty', maya, '/erf', none),
]

export const equipmentLayers: Screen[] = [
  beside('request-panel', approve),
  beside('request-approve', asked, (page) => approve(page).click()),
  alone('request-cancel', asked, press('Cancel Order')),
]
