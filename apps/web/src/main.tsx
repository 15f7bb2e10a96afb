import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import '@fontsource-variable/inter'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onRefusal, onSessionEnd } from './api/call.ts'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { onSignOutElsewhere } from './session/other-tabs.ts'
import {
  authenticationQuery,
  leavePages,
  markSignedOut,
  myselfQuery,
} from './session/session.api.ts'
import { listenForHotkeys } from './shell/hotkeys.ts'
import { followTheme } from './shell/theme.ts'
import './ui/tokens.css'
import './ui/base.css'
import { ToastProvider } from './ui/Toasts.tsx'

followTheme()
onSessionEnd(() => markSignedOut(queryClient))
onRefusal(() => {
  const { queryKey } = myselfQuery
  if (!queryClient.isFetching({ queryKey })) void queryClient.invalidateQueries({ queryKey })
})
onSignOutElsewhere(() => void leavePages(queryClient, () => router.navigate({ to: '/' })))
listenForHotkeys(
  () => queryClient.getQueryData(authenticationQuery.queryKey)?.isAuthenticated === true,
)
// A page brought back by the Back button from sign-in would wait for an answer that never comes.
addEventListener('pageshow', (event) => event.persisted && location.reload())

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={300}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
