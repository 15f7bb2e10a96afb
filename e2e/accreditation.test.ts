import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import { portal, visit } from './browser.ts'
import { breakProvider, chargesOfProvider, healProvider } from './card-sandbox.ts'
import { mailsAbout } from './mailbox.ts'
import { phone, tablet } from './open-visit.ts'
import { inDatabase } from './portal-database.ts'

const receiptsFor = async (email: string) =>
  (await mailsAbout('Receipt for TT Platform Accreditation')).filter((mail) =>
    JSON.stringify(mail).includes(email),
  )
/** The provider's checkouts, newest first. */
async function checkouts(more: string) {
  const headers = { authorization: 'Bearer sk_test_journeys' }
  const answer = await fetch(`${portal.cards}/v1/checkout/sessions?limit=1${more}`, { headers })
  return ((await answer.json()) as { data: { id: string; payment_intent: string }[] }).data
}

/** A new address for every try of a test, because the test counts its receipts. */
const newBuyer = () => `buyer-${randomUUID()}@visitor.example`

const charged = async () =>
  (await chargesOfProvider()).filter(
    ({ description, status }) =>
      description === 'TT Platform Accreditation' && status === 'succeeded',
  ).length

test('a visitor buys without an account: product, address, a declined card, another one, thanks, a receipt', async () => {
  const { page, problems } = await visit({ at: accreditationAddress })
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
  await toPayment()

  // Back to the address and forward again: the entered values are still there.
  await page.getByRole('button', { name: 'Change billing address' }).click()
  await expect.poll(() => field('Address line 1').inputValue()).toBe('1 Harbor Way')
  await toPayment()
  await expect.poll(() => payment.getByRole('heading', { name: '$249.00' }).count()).toBe(1)
  // The provider's page has the price: the portal does not repeat it there.
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

test('on a tablet the payment begins at the top, its button is in sight, and the first step reads as done', async () => {
  const { page } = await visit({ at: accreditationAddress, viewport: tablet })
  const { fillAddress, toPayment, pay } = accreditation(page)
  const step = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()
  await step.waitFor()
  expect(await step.innerText()).not.toContain('done')
  await fillAddress()
  await toPayment()
  await step.getByText('done').waitFor({ state: 'attached' })
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
})

test('on a phone the bank is asked, refused once, passed the second time', async () => {
  const { page } = await visit({ at: accreditationAddress, viewport: phone })
  const buyer = newBuyer()
  const { bank, payment, pay, fillAddress, toPayment, enterCard, thanks } = accreditation(page)
  await fillAddress()
  await toPayment()
  await enterCard(buyer, '4000002760003184')
  await pay.click()
  await bank.getByRole('button', { name: 'Fail' }).click()
  await payment.getByText(/unable to authenticate/).waitFor()
  await pay.click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await thanks.waitFor()
  await expect.poll(() => receiptsFor(buyer)).toHaveLength(1)
})

test('a browser that closes while the bank is asked, and an event that is lost, lose no purchase', async () => {
  const events = (wish: object) =>
    fetch(`${portal.cards}/_sandbox/webhooks`, { method: 'POST', body: JSON.stringify(wish) })
  const { page } = await visit({ at: accreditationAddress })
  const buyer = newBuyer()
  const { bank, pay, fillAddress, toPayment, enterCard } = accreditation(page)
  await fillAddress()
  await toPayment()
  await enterCard(buyer, '4000002760003184')
  await pay.click()
  await bank.getByRole('button', { name: 'Complete' }).waitFor()
  await page.close()
  await events({ drop: true })
  try {
    const [checkout] = await checkouts('')
    await fetch(`${portal.cards}/_sandbox/three-d-secure`, {
      method: 'POST',
      body: JSON.stringify({ intent: checkout?.payment_intent }),
    })
  } finally {
    await events({ drop: false })
  }
  // The worker checks automatically after some minutes, which have passed now.
  await inDatabase(portal.dataDir, (database) =>
    database.query(`update accreditation_purchase set look_at = now() where state = 'open'`),
  )
  await expect.poll(() => receiptsFor(buyer)).toHaveLength(1)
})

test('two tabs, an unknown product, an unavailable provider and an expired checkout all offer a next step', async () => {
  const { page, context, problems } = await visit({ at: '/accreditation/purchase?productId=NOPE' })
  problems.expect(/40[04]|503|410/)
  await page.getByText('Failed to fetch product details.').waitFor()
  expect(await page.locator('iframe, script[src*="stripe"]').count()).toBe(0)
  await page.goto('/accreditation/purchase')
  await page.getByText('Failed to fetch product details.').waitFor()
  await page.goto('/accreditation/purchase?session=cs_test_00000000000000')
  await page.getByText('This purchase was not found.').waitFor()

  await page.goto(accreditationAddress)
  const first = accreditation(page)
  await first.fillAddress()
  await breakProvider({
    kind: 'status',
    path: '/v1/customers$',
    method: 'POST',
    status: 503,
    times: 2,
  })
  await first.next.click()
  await page.getByRole('alert').getByText('Failed to initiate checkout session.').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await healProvider()
  await first.toPayment()

  const other = await context.newPage()
  await other.goto(accreditationAddress)
  const second = accreditation(other)
  await second.fillAddress('2 Other Street')
  await second.toPayment()
  await second.enterCard('second@visitor.example')
  await second.pay.click()
  await second.thanks.waitFor()

  // The first tab has a different checkout, which expires.
  const [left] = await checkouts('&status=open')
  await fetch(`${portal.cards}/v1/checkout/sessions/${left?.id}/expire`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_journeys' },
  })
  await first.enterCard('first@visitor.example')
  await first.pay.click()
  await first.payment.getByText(/no longer open/).waitFor()
  await page.goto(`${accreditationAddress}&session=${left?.id}`)
  await page.getByText('This checkout has expired.').waitFor()
  await page.getByRole('link', { name: 'Start again' }).click()
  await first.field('Full name').waitFor()
})

test('Back from the payment leads to the address as it was entered, and from there to the page before', async () => {
  const { page } = await visit({ at: '/' })
  await page.goto(accreditationAddress)
  const { fillAddress, field, toPayment, pay } = accreditation(page)
  await fillAddress('7 Back Street')
  await toPayment()
  await page.goBack()
  await expect.poll(() => field('Address line 1').inputValue()).toBe('7 Back Street')
  expect(await pay.count()).toBe(0)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})
