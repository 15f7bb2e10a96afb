import { cardMinimumCents } from '../invoices/card-payment.ts'
import { formatMoney, type Cents } from '../kernel/money.ts'

/** The facts about paying by card; the screen and the guide both show them. */
export interface CardPaymentFacts {
  questions: readonly { question: string; answer: string }[]
  /** `path` is the page on which the step is done. */
  steps: readonly { title: string; text: string; path: string }[]
  /** The same facts in a few words, for tiles. */
  glance: readonly { label: string; value: string }[]
}

const acceptedCards = [
  'Visa',
  'Mastercard',
  'American Express',
  'Discover',
  'JCB',
  'Diners Club',
  'China UnionPay',
]

/** Returns the facts for a card limit: the largest balance that can be paid by card. `contact` is the address for questions. */
export function cardPaymentFacts(limitCents: Cents, contact: string): CardPaymentFacts {
  const limit = formatMoney(limitCents, 'USD')
  const minimum = formatMoney(cardMinimumCents, 'USD')
  const cards = `${acceptedCards.join(', ')}, and debit cards`
  return {
    questions: [
      {
        question: 'Which invoices are eligible to be paid by card?',
        answer:
          `Invoices in US dollars with a remaining balance up to the limit of ${limit}, and of at least ${minimum}. ` +
          'An invoice that has already been charged, has nothing left to pay, or is being reconciled with ' +
          'your provider cannot be paid by card.',
      },
      {
        question: 'Can I pay a part of an invoice by card?',
        answer:
          'No. A card payment is always for the full remaining balance of an invoice. That balance is ' +
          "smaller than the invoice's amount only when other payments have already been applied to it.",
      },
      {
        question: 'Is there a fee for paying by card?',
        answer: 'No. There is no extra fee for card payments.',
      },
      { question: 'Which cards are accepted?', answer: `${cards}.` },
      {
        question: 'What other ways to pay are there?',
        answer:
          'Any open invoice can be paid by bank transfer, and invoices that a card cannot pay are paid this way: ' +
          `above ${limit}, below ${minimum}, or in another currency than US dollars. The page and the PDF of the ` +
          'invoice show the account and the reference to give, so that the transfer can be applied. If they show no ' +
          `account, please ask ${contact}.`,
      },
    ],
    steps: [
      {
        title: 'Put a card on file',
        text:
          'Open PAYMENTS, choose "Cards on File" and then "Add a new card". Your bank may ask you to ' +
          'confirm that it is you. The first card becomes the default card.',
        path: '/payments',
      },
      {
        title: 'Choose the default card',
        text:
          'Payments are charged to the default card. "Set Default" makes another card the default, unless ' +
          'it has expired.',
        path: '/payments',
      },
      {
        title: 'Pay an invoice',
        text:
          'Open INVOICES and the invoice, and choose "Pay By Credit Card". Amount and card are shown ' +
          'before anything is charged.',
        path: '/invoices',
      },
      {
        title: 'Or pay everything at once',
        text:
          '"PAY ALL BY CREDIT CARD" above the list of invoices pays every eligible invoice in full, each ' +
          'with a payment of its own.',
        path: '/invoices',
      },
      {
        title: 'Follow the payment',
        text:
          'A paid invoice is shown as pending until the payment is in the books. Every payment is listed ' +
          'under PAYMENTS, "Payment History".',
        path: '/payments?tab=paymentHistory',
      },
    ],
    glance: [
      { label: 'Largest balance by card', value: limit },
      { label: 'Fee', value: 'None' },
      { label: 'Amount', value: 'Full remaining balance' },
      { label: 'Currency', value: 'US dollars' },
    ],
  }
}
