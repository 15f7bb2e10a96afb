import { cardForm, cardList } from './card-pages.ts'
import { maya, paula } from './people.ts'
import { byText, dialog, screenAt, screensAt, type Screen } from './screen.ts'

const payments = screensAt(paula, '/payments')
const adding = screensAt(paula, '/payments?add=open')

/** The tabs of the payments area about cards. */
export const cardPages: Screen[] = [
  payments('cards', (page) => cardList(page).row('4242')),
  screenAt('cards-none', maya, '/payments', byText('No cards on file')),
  screenAt('faq', paula, '/payments?tab=faq', byText('Frequetly')),
  screenAt(
    'instructions',
    paula,
    '/payments?tab=instructions',
    byText('PAYMENT INSTRUCTIONS [PDF]'),
  ),
]

export const cardLayers: Screen[] = [
  adding('add-card', (page) => cardForm(page).number),
  adding('add-card-wrong', byText('Your card number is invalid.'), async (page) => {
    await cardForm(page).number.waitFor()
    await cardForm(page).type({ number: '4242424242424241' })
  }),
  payments('remove-card', dialog, (page) => cardList(page).remove('4444').click()),
]
