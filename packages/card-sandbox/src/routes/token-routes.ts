import { readCard } from '../card-details.ts'
import { newId } from '../ids.ts'
import { tokenView } from '../views/token-view.ts'
import { badParameter } from '../wire/api-error.ts'
import type { Route } from './route.ts'

export const tokenRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/tokens',
    accepts: ['card'],
    isForBrowsers: true,
    answer({ account, params }) {
      const card = params.nested('card')
      if (!card) throw badParameter('card', 'parameter_missing', 'Missing required param: card.')
      return tokenView(
        account.tokens.put({
          id: newId('tok_1'),
          created: account.now(),
          cardId: newId('card_1'),
          card: readCard(card, account.today()),
          isUsed: false,
        }),
      )
    },
  },
]
