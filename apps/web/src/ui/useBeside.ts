import { useState } from 'react'
import { roomBeside, useMedia } from './useMedia.ts'

/**
 * Whether something stands beside the list. In a window that becomes narrower, what is used stays there until it is
 * closed, although there is no room: rendered elsewhere it would lose what is typed and asked.
 */
export function useBeside(): { isBeside: boolean; hasRoom: boolean; release: () => void } {
  const hasRoom = useMedia(roomBeside)
  const [had, setHad] = useState(hasRoom)
  const [isKept, setKept] = useState(false)
  if (had !== hasRoom) {
    setHad(hasRoom)
    setKept(had && isUsed())
  }
  return { isBeside: hasRoom || isKept, hasRoom, release: () => setKept(false) }
}

/** Whether it has the focus, or asks a question. */
function isUsed(): boolean {
  const beside = document.querySelector('[data-beside], [data-side-panel=beside]')
  return (
    beside?.contains(document.activeElement) === true ||
    document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-toast])') !== null
  )
}
