/** A page of the build, as the server needs it for the page's document. */
export interface BuiltPage {
  /** Whether its frame has the navigation of signed-in users. */
  hasNav: boolean
  /** The scripts that it needs first, as paths. */
  scripts: string[]
  /** The font, unless the page's data should arrive before it. */
  font?: string
}

/** The document of `/` for a browser with a session: the home page instead of the landing page. */
export const homeDocument = '/ home'

/** The file in the build's folder with its pages by path: `/erf/detail/:id`. */
export const builtPagesFile = '.pages.json'
