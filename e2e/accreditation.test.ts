import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import { visit } from './browser.ts'
import { chargesOfProvider } from './card-sandbox.ts'
import { mailsAbout } from './mailbox.ts'
import { tablet } from './open-visit.ts'

const receiptsFor = async (email: string) =>
  (await mailsAbout('Receipt for TT Platform Accreditation')).filter((mail) =>
    JSON.stringify(mail).includes(email),
  )

/** A new address for every try of a test, because the test counts its receipts. */
const newBuyer = () => `buyer-${randomUUID()}@visitor.example`

const charged = async () =>
  (await chargesOfProvider()).filter(
    ({ description, status }) =>
      description === 'TT Platform Accreditation' && status === 'succeeded',
  ).length

test('a visitor buys without an account, on a tablet: product, address, a declined card, another one, thanks, a receipt', async () => {
  const { page, problems } = await visit({ at: accreditationAddress, viewport: tablet })
  problems.expect(/402/)
  const buyer = newBuyer()
  const { field, next, pay, payment, email, fillAddress, toPayment, enterCard, thanks } =
    accreditation(page)
  await page.getByRole('heading', { name: 'TT Platform Accreditation' }).waitFor()
  await page.getByText('$249.00').waitFor()
  await field('Full name').waitFor()
  await expect.poll(() => next.isDisabled()).toBe(true)
  await page.getByText('Please complete the billing address.').filter({ visible: true }).waitFor()
  await fillAddress()
  await field('ZIP code').fill('606')
  await next.focus()
  await page.locator('[data-open]').getByText('Please complete the billing address.').waitFor()
  await field('ZIP code').fill('60606')
  const step = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()
  expect(await step.innerText()).not.toContain('done')
  await toPayment()
  await step.getByText('done').waitFor({ state: 'attached' })
  // The payment step begins at the top, and its button is visible.
  await expect
    .poll(async () => {
      const { y, height } = (await pay.boundingBox())!
      return y + height
    })
    .toBeLessThan(tablet.height)
  const isInSight = await page.getByRole('heading', { name: 'Payment' }).evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 5, top + 5))
  })
  expect(isInSight).toBe(true)

  // Back to the address and forward again: the entered values are kept.
  await page.getByRole('button', { name: 'Change billing address' }).click()
  await expect.poll(() => field('Address line 1').inputValue()).toBe('1 Harbor Way')
  await toPayment()
  await expect.poll(() => payment.getByRole('heading', { name: '$249.00' }).count()).toBe(1)
  // The provider's page has the price, so the portal does not repeat it there.
  expect(await page.getByText('$249.00').count()).toBe(0)
  await pay.click()
  await payment.getByText('Your email is incomplete.').waitFor()
  await enterCard(buyer, '4000000000000002')
  await pay.click()
  await payment.getByText(/declined/).waitFor()
  await expect.poll(() => email.inputValue()).toBe(buyer)
  const before = await charged()
  await enterCard(buyer)
  await pay.dblclick()
  await thanks.waitFor()
  await page.getByText('A receipt will be sent to the email address of your payment.').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Write an email' }).getAttribute('href'))
    .toMatch(
      /^mailto:billing@meridian\.example\?subject=TT%20Platform%20Accreditation%2C%20purchase%20[\da-f-]{36}$/,
    )
  await expect.poll(charged).toBe(before + 1)
  await expect.poll(() => receiptsFor(buyer)).toHaveLength(1)
  // The address contains the checkout: a reload shows the thanks again and buys nothing.
  await page.reload()
  await thanks.waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await charged()).toBe(before + 1)
})
