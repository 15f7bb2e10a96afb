/** A page of the build, as the server needs it for the page's document. */
export interface BuiltPage {
  /** Whether the page's frame has the navigation of signed-in users. */
  hasNav: boolean
  /** The scripts that the page needs first, as paths. */
  scripts: string[]
  /** The font of the page, unless the page's data should arrive before the font. */
  font?: string
}

/** The document of `/` for a browser with a session: the home page instead of the landing page. */
export const homeDocument = '/ home'

/** The file in the build's folder that describes its pages by path, such as `/erf/detail/:id`. */
export const builtPagesFile = '.pages.json'
