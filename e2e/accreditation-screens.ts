import type { Page } from 'playwright-core'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import { screenAt, type Screen } from './screen.ts'

const toPayment = async (page: Page) => {
  const { fillAddress, toPayment: pay } = accreditation(page)
  await fillAddress()
  await pay()
}

/** The screens a visitor sees while buying an accreditation. */
export const accreditationPages: Screen[] = [
  screenAt('accreditation', undefined, accreditationAddress, (page) =>
    accreditation(page).field('ZIP code'),
  ),
]

export const accreditationLayers: Screen[] = [
  screenAt(
    'accreditation-payment',
    undefined,
    accreditationAddress,
    (page) => accreditation(page).pay,
    toPayment,
  ),
  screenAt(
    'accreditation-thanks',
    undefined,
    accreditationAddress,
    (page) => accreditation(page).thanks,
    async (page) => {
      await toPayment(page)
      const { enterCard, pay } = accreditation(page)
      await enterCard('look@visitor.example')
      await pay.click()
    },
  ),
]
