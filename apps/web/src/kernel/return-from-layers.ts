import type { RouterHistory } from '@tanstack/react-router'

/**
 * A dialog or panel that is part of the address has an entry of the history (`state.isLayer`). Closing it replaces the
 * address by the one before: this goes back instead, so that Back then leads to the page before, and not to the same
 * page again.
 */
export function returnFromLayers(history: RouterHistory): void {
  const push = history.push.bind(history)
  const replace = history.replace.bind(history)
  let isReturning = false
  history.subscribe(() => {
    isReturning = false
  })
  history.push = (path, state, options) => {
    const { href, pathname } = history.location
    // From another page the entry before is not the page below the dialog.
    const isAbove = state?.isLayer && path.split(/[?#]/)[0] === pathname
    // A second click before the page has rendered opens nothing new.
    if (isAbove && path === href) return
    push(path, isAbove ? { ...state, openedFrom: href } : state, options)
  }
  history.replace = (path, state, options) => {
    const { openedFrom } = history.location.state
    if (openedFrom === undefined || openedFrom !== path)
      return replace(
        path,
        { ...state, openedFrom: state?.isLayer === false ? undefined : openedFrom },
        options,
      )
    // A second click on "Close" before the browser has answered must not go back further.
    if (!isReturning) history.back()
    isReturning = true
  }
}
