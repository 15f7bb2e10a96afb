import type { AttentionKey } from '@portal/domain/attention/attention-lists'

/** The text of each empty list, which describes the list's items. */
export const emptyNotes: Record<AttentionKey, string> = {
  onHold: 'An invoice is listed here if the books do not explain a card payment after 10 days.',
  appliedElsewhere:
    'A card payment that the books apply to an invoice of another company is listed here.',
  attempts: 'A payment is listed here if the card provider does not report its result.',
  unknown: 'A payment is listed here if the card provider has it and this portal does not.',
  otherCurrency: 'An invoice with a payment in another currency is listed here.',
  purchases: 'A purchase of an accreditation is listed here if the paid amount is not its price.',
  events: 'An event of the card provider is listed here if it matches nothing in the portal.',
  mails: 'Emails that could not be delivered are listed here.',
  imports: 'Records that were sent with an API key and not imported are listed here.',
  bankAccounts: 'A change of the bank details for transfers is listed here until it is confirmed.',
  unreadCategories: 'A category whose invoices no user of the company sees is listed here.',
  licenses: 'An order of the last six months that matches no license, or several, is listed here.',
  autoPayCards:
    'A company in AutoPay whose default card was removed at the card provider is listed here.',
  autoPayReaders:
    'A category of which AutoPay charges invoices that no payer or manager of users sees is listed here.',
  signIns: 'A user whose address at the sign-in provider belongs to another user is listed here.',
  superAdmins:
    'A super admin whose sign-in is refused because of an address outside the provider is listed here.',
  questions:
    "A customer's question about an invoice is listed here after three days without an answer.",
  moneyBack: 'Refunds and disputes of the last seven days are listed here.',
  licenseLinks: 'Licenses that super admins linked in the last 90 days are listed here.',
}
