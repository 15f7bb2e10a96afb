import { useState } from 'react'
import { roomBeside, useMedia } from '../useMedia.ts'

/**
 * Whether the panel is beside the list. If the window becomes narrower, a panel in use stays there until it is closed:
 * rendered elsewhere, the panel would lose its entries and questions.
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

/** Whether the panel has the focus, waits for a response, reports a problem, or asks a question. */
function isUsed(): boolean {
  const beside = document.querySelector('[data-beside], [data-side-panel=beside]')
  return (
    beside?.contains(document.activeElement) === true ||
    Boolean(beside?.querySelector('button[aria-busy=true], [role=alert]')) ||
    document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-toast])') !== null
  )
}
