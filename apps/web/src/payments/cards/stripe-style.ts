import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { Appearance, CustomFontSource, StripeCardElementOptions } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'
import { narrow, useMedia } from '../../ui/useMedia.ts'

const fontFamily = "'Inter Variable', system-ui, sans-serif"

/** Shown with the provider's form. */
export const cardNumberNote =
  'Your card number goes to our card provider only; it never reaches this portal.'

/** The font of the page, for the provider's frames. Each weight is a separate entry, from the same variable file. */
export const providerFonts: CustomFontSource[] = ['400', '500'].map((weight) => ({
  family: 'Inter Variable',
  src: `url(${new URL(inter, location.origin).href})`,
  weight,
}))

/** The style of the provider's fields. Colors are passed by value: the page's styles do not apply in its frame. */
export function useCardStyle(disabled: boolean): StripeCardElementOptions {
  const theme = useTheme()
  const fontSize = useFontSize()
  return useMemo(
    () => ({ hidePostalCode: true, disabled, style: styleOf(theme, fontSize) }),
    [disabled, theme, fontSize],
  )
}

/** The appearance of the provider's longer forms: like the text fields of the page. */
export function useProviderAppearance(): Appearance {
  const theme = useTheme()
  const fontSize = useFontSize()
  return useMemo(() => {
    const value = tokens()
    return {
      theme: theme === 'dark' ? 'night' : 'stripe',
      variables: {
        colorPrimary: value('--accent'),
        colorBackground: value('--surface'),
        colorText: value('--text'),
        colorTextPlaceholder: value('--text-3'),
        colorDanger: value('--danger'),
        fontFamily,
        fontSizeBase: fontSize,
        borderRadius: value('--r-m'),
      },
      rules: {
        '.Input': { border: `1px solid ${value('--field')}`, boxShadow: 'none' },
        '.Label': { color: value('--text'), fontSize: '0.875em', fontWeight: '500' },
      },
    }
  }, [theme, fontSize])
}

const useTheme = () =>
  useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme ?? 'light')

/** Below 16 px, some phones zoom in on a field. The provider requires px; the browser's font size still applies. */
function useFontSize(): string {
  const isPhone = useMedia(narrow)
  const browserSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return `${browserSize * (isPhone ? 1 : 0.875)}px`
}

function styleOf(_theme: string, fontSize: string): NonNullable<StripeCardElementOptions['style']> {
  const value = tokens()
  const danger = value('--danger')
  return {
    base: {
      color: value('--text'),
      fontSize,
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

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
