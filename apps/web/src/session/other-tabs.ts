/** Tabs of one browser share its session, so they leave together. */
const tabs = new BroadcastChannel('portal-session')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
export const announceSignOut = () => tabs.postMessage('signedOut')

export const onSignOutElsewhere = (leave: () => void) => tabs.addEventListener('message', leave)
