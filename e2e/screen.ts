import type { Locator, Page } from 'playwright-core'
import type { Person } from './people.ts'

/** A page, or a page with an open layer, for screenshots and checks. */
export interface Screen {
  name: string
  as?: Person
  at: string
  /** The element that shows that it has loaded. */
  shows: (page: Page) => Locator
  /** Opens the layer. */
  open?: (page: Page) => Promise<void>
}
