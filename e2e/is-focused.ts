import type { Locator } from 'playwright-core'

export const isFocused = (one: Locator) => one.evaluate((node) => node === document.activeElement)
