/** Tabs of one browser share its session, so they sign out together. */
const tabs = openChannel()

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('portal-session')
  } catch {
    // A browser that blocks cookies may refuse this too. It has no session to end.
    return undefined
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
export const announceSignOut = () => tabs?.postMessage('signedOut')

export const onSignOutElsewhere = (leave: () => void) => tabs?.addEventListener('message', leave)
