import type { CustomFontSource } from '@stripe/stripe-js'

/** Adds the fonts of the page to the frame. Each font is loaded when a text uses it. */
export function addFonts(fonts: readonly CustomFontSource[] = []) {
  for (const { family, src, style, weight, display, unicodeRange } of fonts)
    document.fonts.add(
      new FontFace(family, src, {
        ...(style && { style }),
        ...(weight && { weight }),
        ...(display && { display: display as FontDisplay }),
        ...(unicodeRange && { unicodeRange }),
      }),
    )
}
