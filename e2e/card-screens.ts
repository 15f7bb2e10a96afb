import type { Page } from 'playwright-core'
import { cardForm, cardList } from './card-pages.ts'
import { maya, paula } from './people.ts'
import { byRole, screenAt, type Screen } from './screen.ts'

const text = (words: string) => (page: Page) => page.getByText(words).first()
const list = (page: Page) => cardList(page).row('4242')

/** The tabs of the payments area about cards. */
export const cardPages: Screen[] = [
  screenAt('cards', paula, '/payments', list),
  screenAt('cards-none', maya, '/payments', text('No cards on file')),
  screenAt('faq', paula, '/payments?tab=faq', text('Frequetly')),
  screenAt('instructions', paula, '/payments?tab=instructions', text('PAYMENT INSTRUCTIONS [PDF]')),
]

export const cardLayers: Screen[] = [
  screenAt('add-card', paula, '/payments?add=open', (page) => cardForm(page).number),
  screenAt(
    'add-card-wrong',
    paula,
    '/payments?add=open',
    text('Your card number is invalid.'),
    async (page) => {
      await cardForm(page).number.waitFor()
      await cardForm(page).type({ number: '4242424242424241' })
    },
  ),
  screenAt('remove-card', paula, '/payments', byRole('dialog'), (page) =>
    cardList(page).remove('4444').click(),
  ),
]
