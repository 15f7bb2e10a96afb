import { useEffect, useEffectEvent } from 'react'
import { layers } from '../../kernel/portal-history.ts'

interface LayerProps {
  open: boolean
  onClose: () => void
  /** While true it cannot be closed: a response is pending. */
  busy?: boolean
}

/** Back closes the layer. */
export function useLayerEntry({ open, onClose, busy = false }: LayerProps) {
  const close = useEffectEvent(onClose)
  const isBusy = useEffectEvent(() => busy)
  useEffect(() => (open ? layers.open({ close, isBusy }) : undefined), [open])
}
