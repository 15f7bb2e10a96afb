import type { Page } from 'playwright-core'

export const accreditationAddress = '/accreditation/purchase?productId=ACC-100'

/** The purchase page, with the provider's two frames in it. */
export function accreditation(page: Page) {
  const address = page.frameLocator('iframe[title="Secure address input frame"]')
  const payment = page.frameLocator('iframe[title="Secure payment page"]')
  const field = (name: string) => address.getByRole('textbox', { name, exact: true })
  const next = page.getByRole('button', { name: 'Next' })
  const pay = payment.getByRole('button', { name: /^Pay / })
  return {
    address,
    payment,
    field,
    next,
    pay,
    email: payment.getByRole('textbox', { name: 'Email' }),
    bank: payment.frameLocator('iframe[title="Secure 3D Secure challenge frame"]'),
    thanks: page.getByRole('heading', { name: 'Thank you for your purchase' }),
    fillAddress: async (line1 = '1 Harbor Way') => {
      await field('Full name').fill('Ana Novak')
      await field('Address line 1').fill(line1)
      await field('City').fill('Chicago')
      await field('State').fill('IL')
      await field('ZIP code').fill('60606')
    },
    toPayment: async () => {
      await next.click()
      await pay.waitFor()
    },
    enterCard: async (email: string, number = '4242424242424242') => {
      await payment.getByRole('textbox', { name: 'Email' }).fill(email)
      await payment.getByRole('textbox', { name: 'Card number' }).fill(number)
      await payment.getByRole('textbox', { name: 'Expiration' }).fill('1234')
      await payment.getByRole('textbox', { name: 'CVC' }).fill('123')
    },
  }
}
