import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Changes } from '../kernel/search-params.ts'
import { closeLayer, searchAt } from './licenses-address.ts'
import {
  atPanel,
  changed,
  opensLayer,
  stepOf,
  type LicensesSearch,
  type OrderPanel,
} from './licenses-search.ts'

const route = getRouteApi('/licenses')

/** The view of the order area, which only the address decides, and how to change it. */
export function useLicensesAddress() {
  const { history } = useRouter()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const steps = useMemo(() => {
    const change = (wanted: Changes<LicensesSearch>) =>
      void navigate({
        to: '/licenses',
        search: (current) => changed(current, wanted),
        ...stepOf(searchAt(history), wanted),
        resetScroll: false,
      })
    const toPanel = (
      panel: OrderPanel,
      wanted: Changes<LicensesSearch> = {},
      how: 'push' | 'replace' = 'push',
    ) =>
      void navigate({
        to: '/licenses',
        search: (current) => atPanel(current, panel, wanted),
        replace: how === 'replace',
        state: { isLayer: opensLayer(wanted) },
        resetScroll: false,
      })
    return {
      change,
      toPanel,
      toOrder: (id: number) => toPanel('orders', { order: String(id) }),
      toDraft: (id: number) => toPanel('new_order', { draft: String(id) }),
      close: () => closeLayer(history),
    }
  }, [navigate, history])
  return { search, ...steps }
}
