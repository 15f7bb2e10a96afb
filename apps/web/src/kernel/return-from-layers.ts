import type { RouterHistory } from '@tanstack/react-router'

/**
 * A dialog or panel that is part of the address has an entry of the history (`state.isLayer`), so that Back closes
 * it. Closing it otherwise replaces the address by the one before: this goes back instead, so that Back then leads to
 * the page before, and not to the same page again.
 */
export function returnFromLayers(history: RouterHistory): void {
  const push = history.push.bind(history)
  const replace = history.replace.bind(history)
  let isReturning = false
  history.subscribe(() => {
    isReturning = false
  })
  history.push = (path, state, options) =>
    push(path, state?.isLayer ? { ...state, openedFrom: history.location.href } : state, options)
  history.replace = (path, state, options) => {
    const { openedFrom } = history.location.state
    if (openedFrom !== path) return replace(path, { ...state, openedFrom }, options)
    // A second click on "Close" before the browser has answered must not go back further.
    if (!isReturning) history.back()
    isReturning = true
  }
}
