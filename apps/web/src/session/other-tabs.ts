/** Tabs of one browser share its session, so they leave together. */
const tabs = new BroadcastChannel('portal-session')

export const announceSignOut = () => tabs.postMessage('signedOut')

export const onSignOutElsewhere = (leave: () => void) => tabs.addEventListener('message', leave)
