import { onRights, onSessionEnd } from './api/call.ts'
import { followConnection, loadWhenReached } from './api/connection.ts'
import { queryClient } from './api/query-client.ts'
import { loadFirstData } from './first-data.ts'
import { followRights, markSignedOut } from './session/session.api.ts'

// A page restored by the Back button from sign-in would wait for a response that never arrives; it may have been left
// before the rest had loaded.
addEventListener('pageshow', (event) => event.persisted && location.reload())

// The part of the code that arrives first: it requests the session and the page's data while the rest loads.
onSessionEnd(() => markSignedOut(queryClient))
const follow = followRights(queryClient)
onRights((rights) => void follow(rights))
followConnection()
void loadFirstData(queryClient, location)
loadWhenReached(() => import('./main.tsx')).catch((error: unknown) => {
  console.warn('The page was not loaded.', error)
  const content = document.querySelector('.first-main')
  content?.setAttribute('role', 'alert')
  const reload = document.createElement('button')
  reload.textContent = 'Reload'
  reload.addEventListener('click', () => location.reload())
  const text = 'This page could not be loaded. Check your connection and reload it.'
  content?.replaceChildren(text, reload)
})
