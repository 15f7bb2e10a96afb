import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import '@fontsource-variable/inter'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { untilLost } from './api/connection.ts'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { onSignOutElsewhere } from './session/other-tabs.ts'
import { authenticationQuery, leavePages } from './session/session.api.ts'
import { listenForHotkeys } from './shell/hotkeys.ts'
import { followTheme } from './shell/theme.ts'
import { libraryComponent } from './ui/library-component.ts'
import './ui/fallback-font.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/forced-colors.css'
import './ui/print.css'
import { afterPaint } from './ui/useAfterPaint.ts'
import { keepSeriesTogether } from './ui/click-series.ts'
import { keepFocus } from './ui/page/focus-main.ts'
import { ToastProvider } from './ui/layers/Toasts.tsx'

followTheme()
keepFocus()
keepSeriesTogether()
onSignOutElsewhere(() => void leavePages(queryClient, () => router.navigate({ to: '/' })))
listenForHotkeys(
  () => queryClient.getQueryData(authenticationQuery.queryKey)?.isAuthenticated === true,
)
afterPaint(() => {
  // If this fails, text in other scripts uses the system's fonts.
  import('./shell/script-fonts.ts').then(({ followScripts }) => followScripts()).catch(() => {})
})

const TooltipProvider = libraryComponent(Tooltip.Provider)
const app = (
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider delay={300}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>
)
// With the screen's code the first render is complete; until then the document shows its frame. Not awaited here: the
// screen imports from this file's chunk.
// The rendered router follows redirects; until then they are followed here.
const stop = router.history.subscribe((change) => void router.load(change))
// Without a connection the screen's code may take long; the page then shows a message.
void Promise.race([router.load(), untilLost()]).finally(() => {
  stop()
  createRoot(document.getElementById('root')!).render(app)
})
