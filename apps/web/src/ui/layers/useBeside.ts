import { useState } from 'react'
import { roomBeside, useMedia } from '../useMedia.ts'

/**
 * Whether something stands beside the list. In a window that becomes narrower, what is used stays there until it is
 * closed, although there is no room: rendered elsewhere it would lose what is typed and asked.
 */
export function useBeside(isShown = true) {
  const hasRoom = useMedia(roomBeside)
  const [had, setHad] = useState(hasRoom)
  const [isKept, setKept] = useState(false)
  if (had !== hasRoom) {
    setHad(hasRoom)
    setKept(had && isShown && isUsed())
  } else if (isKept && !isShown) setKept(false)
  return { isBeside: hasRoom || isKept, hasRoom, release: () => setKept(false) }
}

/** Whether it has the focus, waits for a response, reports a problem, or asks a question. */
function isUsed(): boolean {
  const beside = document.querySelector('[data-beside], [data-side-panel=beside]')
  return (
    beside?.contains(document.activeElement) === true ||
    Boolean(beside?.querySelector('button[aria-busy=true], [role=alert]')) ||
    document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-toast])') !== null
  )
}
