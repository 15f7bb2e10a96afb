import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs when the list no longer contains the row that is open beside it, which may be gone. */
export function useUnlisted(current: string | undefined, isListed: boolean, act: () => void) {
  const listed = useRef<string>(undefined)
  const onUnlisted = useEffectEvent(act)
  useEffect(() => {
    if (current !== undefined && listed.current === current && !isListed) onUnlisted()
    listed.current = isListed ? current : undefined
  }, [current, isListed])
}
