import type { Locator, Page } from 'playwright-core'
import type { Person } from './people.ts'

/** A page, or a page with a layer open: everything there is to look at. */
export interface Screen {
  name: string
  as?: Person
  at: string
  /** What a person waits for. */
  shows: (page: Page) => Locator
  /** Opens the layer. */
  open?: (page: Page) => Promise<void>
}
