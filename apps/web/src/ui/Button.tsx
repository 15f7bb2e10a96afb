import { Button as BaseButton } from '@base-ui/react/button'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import css from './Button.module.css'
import { Hint } from './Hint.tsx'

export interface ButtonStyle {
  tone?: 'plain' | 'primary' | 'danger' | 'quiet' | 'muted' | undefined
  size?: 'normal' | 'small' | 'large' | undefined
}

export interface ButtonProps
  extends ButtonStyle, Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'style'> {
  icon?: ReactNode
  /** Locks the button during its action. */
  busy?: boolean | undefined
  /** Why the button is disabled: shown on hover, focus and tap, and announced. */
  disabledReason?: string | false | undefined
}

export function buttonClass({ tone = 'plain', size = 'normal' }: ButtonStyle): string {
  return `${css.button} ${css[tone] ?? ''} ${css[size]}`
}

export function Button({
  tone,
  size,
  icon,
  busy = false,
  disabledReason,
  children,
  ...rest
}: ButtonProps) {
  const reason = disabledReason || undefined
  return (
    <Hint text={reason}>
      <BaseButton
        type="button"
        {...rest}
        className={buttonClass({ tone, size })}
        disabled={busy || reason !== undefined}
        focusableWhenDisabled
        aria-busy={busy || undefined}
      >
        {busy ? <Spinner /> : icon}
        {children}
      </BaseButton>
    </Hint>
  )
}

function Spinner() {
  return <LoaderCircle size={16} className={css.spinner} aria-hidden />
}
