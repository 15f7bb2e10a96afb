/**
 * The oldest versions of the browsers that the portal runs in. The build compiles for them, a check of the built files
 * compares what those use with them, and the README lists them.
 */
export const supportedBrowsers = {
  chrome: '120',
  edge: '120',
  firefox: '124',
  /** On iOS every browser is this one. */
  safari: '17.4',
}

/** The newest syntax of scripts that all of them read. */
export const scriptSyntax = 2024
