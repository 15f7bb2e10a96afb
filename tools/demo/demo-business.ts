import { demoBankAccounts } from './demo-bank-accounts.ts'

/** The business settings of the demo. In production these settings are required and have no default. */
export const demoBusiness = {
  MAIL_FROM: 'Licensing and Billing <billing@meridian.example>',
  SELLER_NAME: 'Meridian Trading Systems',
  SELLER_ADDRESS: '200 Harbor Street|Chicago, IL 60606|United States',
  SELLER_EMAIL: 'billing@meridian.example',
  QUESTIONS_EMAIL: 'billing@meridian.example',
  SUBSIDIARY_LABELS: 'MTS-US=TT Platform|MTS-EU=TT Platform|MTS-DATA=Meridian Data Services',
  BANK_ACCOUNTS: JSON.stringify(demoBankAccounts),
  ACCOUNT_URL: 'https://meridian.example/account',
  LEGAL_URL: 'https://meridian.example/legal',
  PRIVACY_URL: 'https://meridian.example/privacy',
  HELP_URL: 'https://meridian.example/help',
  COPYRIGHT: '© 2026 Meridian Trading Systems',
  PROVIDER_DOMAIN: 'meridian.example',
}
