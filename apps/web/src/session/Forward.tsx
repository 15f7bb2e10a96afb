import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Loading } from '../ui/Loading.tsx'

/** Goes on to another page, once, however often it is drawn until that page is there. */
export function Forward({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return <Loading />
}
