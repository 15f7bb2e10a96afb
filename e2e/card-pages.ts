import type { Page } from 'playwright-core'

/** A card entry: any future date, and a code of the length that the brand requires. */
export interface TypedCard {
  number: string
  expiry?: string
  cvc?: string
}

/** The dialog that takes a card, with the fields in the provider's frame. */
export function cardForm(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add Card' })
  const frame = dialog.frameLocator('iframe[title="Secure card payment input frame"]')
  const number = frame.getByRole('textbox', { name: 'Credit or debit card number' })
  const submit = dialog.getByRole('button', { name: 'Submit' })
  return {
    dialog,
    frame,
    number,
    expiry: frame.getByRole('textbox', { name: 'Credit or debit card expiration date' }),
    cvc: frame.getByRole('textbox', { name: 'Credit or debit card CVC/CVV' }),
    submit,
    alert: dialog.getByRole('alert'),
    open: async () => {
      await page.getByRole('button', { name: 'Add a new card' }).click()
      await number.waitFor()
    },
    /** As a user types: one field after the other, each of which moves the focus to the next. */
    type: async ({ number: digits, expiry = '1234', cvc }: TypedCard) => {
      await number.fill('')
      await number.pressSequentially(digits)
      await frame.getByRole('textbox', { name: /expiration/ }).fill(expiry)
      await frame
        .getByRole('textbox', { name: /CVC/ })
        .fill(cvc ?? (/^3[47]/.test(digits) ? '1234' : '123'))
    },
  }
}

/** The bank's window over the page. */
export function bankWindow(page: Page) {
  const frame = page.frameLocator('iframe[title="Secure 3D Secure challenge frame"]')
  const complete = frame.getByRole('button', { name: 'Complete' })
  return {
    frame,
    complete,
    /** The window is visible before it has the focus. */
    async completeByKeyboard() {
      await complete.and(frame.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
    },
    fail: frame.getByRole('button', { name: 'Fail' }),
  }
}

/** The cards on file, by their visible texts. */
export function cardList(page: Page) {
  const rows = page.getByRole('list', { name: 'Cards on file' }).getByRole('listitem')
  const row = (last4: string) => rows.filter({ hasText: last4 })
  return {
    rows,
    row,
    /** `Visa ending in 4242`, in the list's order. */
    names: () => rows.locator('p:first-of-type').allInnerTexts(),
    badge: (last4: string, text: string) => row(last4).getByText(text, { exact: true }),
    remove: (last4: string) => row(last4).getByRole('button', { name: /^Remove/ }),
    setDefault: (last4: string) => row(last4).getByRole('button', { name: /^Set Default/ }),
    says: (text: string) => page.getByRole('main').getByText(text, { exact: true }),
  }
}
