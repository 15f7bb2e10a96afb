import { aldgate, fairhaven } from './customers.ts'

export interface DemoCard {
  accountId: string
  /** The payment method of a test card of the provider. */
  paymentMethod: string
  number: string
  isDefault: boolean
}

/** The cards on file, in the order in which they were added. Brightwater has none, to show the texts for that case. */
export function demoCards(): DemoCard[] {
  return [
    {
      accountId: aldgate.accountId,
      paymentMethod: 'pm_card_visa',
      isDefault: true,
      number: '4242424242424242',
    },
    {
      accountId: aldgate.accountId,
      paymentMethod: 'pm_card_mastercard',
      isDefault: false,
      number: '5555555555554444',
    },
    // The card can be saved, but every charge is declined.
    {
      accountId: fairhaven.accountId,
      paymentMethod: 'pm_card_chargeCustomerFail',
      isDefault: true,
      number: '4000000000000341',
    },
  ]
}
