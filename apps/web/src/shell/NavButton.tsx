import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

interface NavButtonProps extends ComponentProps<'button'> {
  to: '/companies' | '/manage' | '/attention'
}

/** A button that goes to a page, loading it as soon as somebody means to press it. */
export function NavButton({ to, ...rest }: NavButtonProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to })
  return (
    <button
      type="button"
      {...rest}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void router.navigate({ to })}
    />
  )
}
