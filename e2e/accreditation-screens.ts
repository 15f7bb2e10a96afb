import type { Page } from 'playwright-core'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import type { Screen } from './screen.ts'

const toPayment = async (page: Page) => {
  const { fillAddress, toPayment: pay } = accreditation(page)
  await fillAddress()
  await pay()
}

/** The screens a visitor sees while buying an accreditation. */
export const accreditationPages: Screen[] = [
  {
    name: 'accreditation',
    at: accreditationAddress,
    shows: (page) => accreditation(page).field('ZIP code'),
  },
]

export const accreditationLayers: Screen[] = [
  {
    name: 'accreditation-payment',
    at: accreditationAddress,
    open: toPayment,
    shows: (page) => accreditation(page).pay,
  },
  {
    name: 'accreditation-thanks',
    at: accreditationAddress,
    open: async (page) => {
      await toPayment(page)
      const { enterCard, pay } = accreditation(page)
      await enterCard('look@visitor.example')
      await pay.click()
    },
    shows: (page) => accreditation(page).thanks,
  },
]
