import { useEffect, useEffectEvent, useRef } from 'react'

/** Acts when a list no longer has the row that is open beside it: what the row stood for may be gone. */
export function useUnlisted(current: string | undefined, isListed: boolean, act: () => void) {
  const listed = useRef<string>(undefined)
  const onUnlisted = useEffectEvent(act)
  useEffect(() => {
    if (current !== undefined && listed.current === current && !isListed) onUnlisted()
    listed.current = isListed ? current : undefined
  }, [current, isListed])
}
