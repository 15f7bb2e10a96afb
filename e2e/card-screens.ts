import type { Page } from 'playwright-core'
import { cardForm, cardList } from './card-pages.ts'
import { maya, paula } from './people.ts'
import type { Screen } from './screen.ts'

const text = (words: string) => (page: Page) => page.getByText(words).first()
const list = (page: Page) => cardList(page).row('4242')

/** The tabs of the payments area about cards. */
export const cardPages: Screen[] = [
  { name: 'cards', as: paula, at: '/payments', shows: list },
  { name: 'cards-none', as: maya, at: '/payments', shows: text('No cards on file') },
  { name: 'faq', as: paula, at: '/payments?tab=faq', shows: text('Frequetly') },
  {
    name: 'instructions',
    as: paula,
    at: '/payments?tab=instructions',
    shows: text('PAYMENT INSTRUCTIONS [PDF]'),
  },
]

export const cardLayers: Screen[] = [
  { name: 'add-card', as: paula, at: '/payments?add=open', shows: (page) => cardForm(page).number },
  {
    name: 'add-card-wrong',
    as: paula,
    at: '/payments?add=open',
    shows: text('Your card number is invalid.'),
    open: async (page) => {
      await cardForm(page).number.waitFor()
      await cardForm(page).type({ number: '4242424242424241' })
    },
  },
  {
    name: 'remove-card',
    as: paula,
    at: '/payments',
    shows: (page) => page.getByRole('dialog'),
    open: (page) => cardList(page).remove('4444').click(),
  },
]
