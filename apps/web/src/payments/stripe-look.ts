import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

/** The style of the provider's fields. Colors are passed by value: the page's styles do not apply in its frame. */
export function useCardLook(disabled: boolean): StripeCardElementOptions {
  const theme = useTheme()
  return useMemo(
    () => ({ hidePostalCode: true, disabled, style: lookOf(theme) }),
    [disabled, theme],
  )
}

/** The provider's theme that matches the page's. */
export function useProviderTheme(): 'night' | 'stripe' {
  return useTheme() === 'dark' ? 'night' : 'stripe'
}

const useTheme = () =>
  useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme ?? 'light')

function lookOf(_theme: string): NonNullable<StripeCardElementOptions['style']> {
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(name).trim()
  const danger = colour('--danger')
  return {
    base: {
      color: colour('--text'),
      // Below 16 px, some phones zoom in on the field.
      fontSize: '16px',
      fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
      iconColor: colour('--text-3'),
      '::placeholder': { color: colour('--text-3') },
    },
    invalid: { color: danger, iconColor: danger },
  }
}

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
