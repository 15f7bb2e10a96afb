import type { CheckoutRequest } from '@portal/domain/accreditation/accreditation.schema'
import { expect, test } from 'vitest'
import { accreditationAddress } from '../../e2e/accreditation-pages.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { screen } from '../screen.ts'
import { Other, refusal } from '../stub/answers.ts'

const product = {
  productName: 'TT Platform Accreditation',
  productPrice: 249,
  currencyIsoCode: 'USD',
}
const sessionId = 'cs_test_a1B2c3D4e5F6'
const open = {
  ...product,
  status: 'open' as const,
  reference: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
  contact: 'billing@meridian.example',
}

/** Runs in the page: the part of the provider's script that this screen uses, with one field and a checkout without a frame. */
function provideCards() {
  type Former = { defaultValues?: { address: { line1: string } } }
  const field = Object.assign(document.createElement('input'), { ariaLabel: 'Address line 1' })
  const entered = () => {
    const town = { line2: null, city: 'Chicago', state: 'IL', postal_code: '60606', country: 'US' }
    const value = { name: 'Ana Novak', address: { line1: field.value, ...town } }
    return { complete: field.value !== '', value }
  }
  const nothing = () => {}
  const address = (_kind: string, { defaultValues }: Former) => {
    field.value = defaultValues?.address.line1 ?? ''
    return {
      on: (event: string, hear: (entry: object) => void) =>
        field.addEventListener(event === 'change' ? 'input' : event, () => hear(entered())),
      off: nothing,
      mount: (place: HTMLElement) => place.append(field),
      update: nothing,
      destroy: () => field.remove(),
    }
  }
  const checkout = { mount: nothing, unmount: nothing, destroy: nothing }
  const provider = {
    elements: () => ({ create: address, update: nothing }),
    createToken: nothing,
    createPaymentMethod: nothing,
    confirmCardPayment: nothing,
    createEmbeddedCheckoutPage: () => Promise.resolve(checkout),
  }
  Object.assign(window, { Stripe: () => provider })
}

test('a checkout that cannot start can be retried, Back leads to the address, and an expired checkout restarts', async () => {
  const { page, context, problems, desk } = await screen({
    answers: {
      getAccreditation: product,
      startCheckout: new Other(503, { message: '' }, { 'retry-after': '5' }),
    },
  })
  problems.expect(/503|409/)
  await context.addInitScript(provideCards)
  await page.goto(accreditationAddress)
  await page.getByText('$249.00').waitFor()
  const line = page.getByRole('textbox', { name: 'Address line 1' })
  const next = page.getByRole('button', { name: 'Next' })
  const payment = page.getByRole('heading', { name: 'Payment' })
  await line.fill('7 Back Street')
  await next.click()
  const failure = page.getByRole('alert').getByText('Failed to initiate checkout session.')
  await failure.waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await failure.waitFor({ state: 'detached' })

  // A price that was raised meanwhile is confirmed with both.
  const dearer = { ...product, productPrice: 300 }
  const changed = 'The product has changed.'
  desk.answer({ getAccreditation: dearer, startCheckout: refusal(409, changed) })
  await next.click()
  await page.getByText(changed).waitFor()
  await page.getByText(/^It was .* for \$249\.00 when .* for \$300\.00 now\.$/).waitFor()
  const both = page.getByRole('button', { name: 'Next with this change' })
  await expect.poll(() => isFocused(both)).toBe(true)
  desk.answer({
    startCheckout: { sessionId, clientSecret: `${sessionId}_secret_x9Y8` },
    getPurchaseStatus: open,
  })
  await next.click()
  await payment.waitFor()
  expect(desk.asked('startCheckout').map(({ body }) => (body as CheckoutRequest).shown)).toEqual([
    product,
    product,
    dearer,
  ])
  expect(desk.asked('startCheckout')[2]?.body).toMatchObject({
    productId: 'ACC-100',
    line1: '7 Back Street',
  })
  await page.goBack()
  await expect.poll(() => line.inputValue()).toBe('7 Back Street')
  expect(await payment.count()).toBe(0)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')

  await page.goForward()
  await line.fill('7 Back Street')
  desk.answer({ getPurchaseStatus: { ...open, status: 'expired' } })
  await next.click()
  await page.getByText('This checkout has expired.').waitFor()
  await page.getByRole('link', { name: 'Start again' }).click()
  await line.waitFor()
})

test('an unknown product and an unknown purchase are not found, without a form of the provider', async () => {
  const unknown = refusal(404, '')
  const { page, problems } = await screen({
    at: '/accreditation/purchase?productId=NOPE',
    answers: { getAccreditation: unknown, getPurchaseStatus: unknown },
  })
  problems.expect(/404 /)
  const noProduct = page.getByText('Failed to fetch product details.')
  await noProduct.waitFor()
  expect(await page.locator('iframe, script[src*="stripe"]').count()).toBe(0)
  await page.goto('/accreditation/purchase')
  await noProduct.waitFor()
  await page.goto('/accreditation/purchase?session=cs_test_00000000000000')
  await page.getByText('This purchase was not found.').waitFor()
})
