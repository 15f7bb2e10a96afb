import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Changes } from '../kernel/search-params.ts'
import { closeLayer, putListBelow, searchAt } from './licenses-address.ts'
import {
  atPanel,
  changed,
  opensLayer,
  stepOf,
  type ChangeLicenses,
  type LicensesSearch,
  type OrderPanel,
} from './licenses-search.ts'

/** Changes what the order area shows, which its address alone decides. */
export function useLicensesAddress() {
  const { history } = useRouter()
  const navigate = useNavigate({ from: '/licenses' })
  const change: ChangeLicenses = useCallback(
    (wanted) =>
      void navigate({
        to: '/licenses',
        search: (current) => changed(current, wanted),
        ...stepOf(searchAt(history), wanted),
        resetScroll: false,
      }),
    [navigate, history],
  )
  const toPanel = useCallback(
    (panel: OrderPanel, wanted: Changes<LicensesSearch> = {}, how: 'push' | 'replace' = 'push') =>
      void navigate({
        to: '/licenses',
        search: (current) => atPanel(current, panel, wanted),
        replace: how === 'replace',
        state: { isLayer: opensLayer(wanted) },
        resetScroll: false,
      }),
    [navigate],
  )
  const close = useCallback(() => closeLayer(history), [history])
  // After each arrival; does nothing if the list is below already.
  useEffect(() => putListBelow(history))
  return { change, toPanel, close }
}
