import { aldgate, fairhaven } from './customers.ts'

export interface DemoCard {
  accountId: string
  /** A payment method of the provider's test cards. */
  paymentMethod: string
  /** The number people would type for it. */
  number: string
  isDefault: boolean
}

/** The cards on file, in the order they were added. Brightwater has none, to show what is said then. */
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
    // Can be saved; every charge is declined.
    {
      accountId: fairhaven.accountId,
      paymentMethod: 'pm_card_chargeCustomerFail',
      isDefault: true,
      number: '4000000000000341',
    },
  ]
}
