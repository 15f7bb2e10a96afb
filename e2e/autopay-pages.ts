import type { Page } from 'playwright-core'

export const autoPayAddress = '/payments?tab=autopay'

/** The AutoPay panel, by its visible texts. */
export function autoPay(page: Page) {
  const plan = page.getByRole('region', { name: 'Planned charges' })
  const notCovered = page.getByRole('region', { name: 'Not covered' })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const settings = dialog('AutoPay Settings')
  return {
    enroll: page.getByRole('button', { name: 'Enroll in Auto Pay' }),
    optOut: page.getByRole('button', { name: 'Opt-out of Auto Pay' }),
    alert: page.getByRole('main').getByRole('alert'),
    plan,
    planned: (invoiceNumber: string) => plan.getByText(invoiceNumber, { exact: true }),
    left: (invoiceNumber: string) =>
      notCovered.getByRole('listitem').filter({ hasText: invoiceNumber }),
    notCovered,
    change: page.getByRole('button', { name: 'Settings', exact: true }),
    settings,
    perCharge: settings.getByRole('textbox', { name: 'Cap per charge (USD)' }),
    perMonth: settings.getByRole('textbox', { name: 'Cap per month (USD)' }),
    pause: settings.getByRole('textbox', { name: 'Pause until' }),
    save: settings.getByRole('button', { name: /^Save settings/ }),
    upcoming: page.getByRole('region', { name: 'Upcoming unpaid invoices' }),
    terms: dialog('Enroll AutoPay'),
    enrolled: dialog('Confirm Enroll in AutoPay'),
    optingOut: dialog('Opt-Out of AutoPay'),
    optedOut: dialog('AutoPay Opt-Out Successful'),
    toast: (text: string) => page.getByText(text, { exact: true }).first(),
  }
}
