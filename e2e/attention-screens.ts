import type { Page } from 'playwright-core'
import { maya } from './people.ts'
import type { Screen } from './screen.ts'

const heading = (page: Page) => page.getByRole('heading', { name: 'Needs attention', level: 1 })

/** The lists that super admins review. */
export const attentionPages: Screen[] = [
  { name: 'attention', as: maya, at: '/attention', shows: heading },
  {
    name: 'attention-list',
    as: maya,
    at: '/attention?list=mails',
    shows: (page) => page.getByRole('heading', { name: 'Undelivered emails', level: 1 }),
  },
]
