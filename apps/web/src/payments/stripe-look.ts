import type { Appearance, StripeCardElementOptions } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

/** The style of the provider's fields. Colors are passed by value: the page's styles do not apply in its frame. */
export function useCardLook(disabled: boolean): StripeCardElementOptions {
  const theme = useTheme()
  return useMemo(
    () => ({ hidePostalCode: true, disabled, style: lookOf(theme) }),
    [disabled, theme],
  )
}

/** The look of the provider's longer forms. */
export function useProviderAppearance(): Appearance {
  const theme = useTheme()
  return useMemo(() => {
    const value = tokens()
    return {
      theme: theme === 'dark' ? 'night' : 'stripe',
      variables: {
        colorPrimary: value('--accent'),
        colorBackground: value('--surface'),
        colorText: value('--text'),
        colorDanger: value('--danger'),
        fontFamily,
        borderRadius: value('--r-s'),
      },
    }
  }, [theme])
}

const useTheme = () =>
  useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme ?? 'light')

function lookOf(_theme: string): NonNullable<StripeCardElementOptions['style']> {
  const value = tokens()
  const danger = value('--danger')
  return {
    base: {
      color: value('--text'),
      // Below 16 px, some phones zoom in on the field.
      fontSize: '16px',
      fontFamily,
      iconColor: value('--text-3'),
      '::placeholder': { color: value('--text-3') },
    },
    invalid: { color: danger, iconColor: danger },
  }
}

/** The values of the page's custom properties. */
function tokens() {
  const styles = getComputedStyle(document.documentElement)
  return (name: string) => styles.getPropertyValue(name).trim()
}

const fontFamily = "'Inter Variable', Inter, system-ui, sans-serif"

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
