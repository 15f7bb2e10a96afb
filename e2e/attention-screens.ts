import type { Page } from 'playwright-core'
import { maya } from './people.ts'
import { screenAt, type Screen } from './screen.ts'

const heading = (page: Page) => page.getByRole('heading', { name: 'Needs attention', level: 1 })

/** The lists that super admins review. */
export const attentionPages: Screen[] = [
  screenAt('attention', maya, '/attention', heading),
  screenAt('attention-list', maya, '/attention?list=mails', (page) =>
    page.getByRole('heading', { name: 'Undelivered emails', level: 1 }),
  ),
]
