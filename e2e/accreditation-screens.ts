import type { Page } from 'playwright-core'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import { screensAt, type Screen } from './screen.ts'

const toPayment = async (page: Page) => {
  const { fillAddress, toPayment: pay } = accreditation(page)
  await fillAddress()
  await pay()
}
const visitors = screensAt(undefined, accreditationAddress)

/** The screens a visitor sees while buying an accreditation. */
export const accreditationPages: Screen[] = [
  visitors('accreditation', (page) => accreditation(page).field('ZIP code')),
]

export const accreditationLayers: Screen[] = [
  visitors('accreditation-payment', (page) => accreditation(page).pay, toPayment),
  visitors(
    'accreditation-thanks',
    (page) => accreditation(page).thanks,
    async (page) => {
      await toPayment(page)
      const { enterCard, pay } = accreditation(page)
      await enterCard('look@visitor.example')
      await pay.click()
    },
  ),
]
