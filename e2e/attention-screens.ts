import { maya } from './people.ts'
import { heading, screenAt, type Screen } from './screen.ts'

/** The lists that super admins review. */
export const attentionPages: Screen[] = [
  screenAt('attention', maya, '/attention', heading('Needs attention')),
  screenAt('attention-list', maya, '/attention?list=mails', heading('Undelivered emails')),
]
