/** The used part of subset-font; the package has no types. */
declare module 'subset-font' {
  interface Options {
    keepAllGlyphs: true
    /** The axis values at which a variable font is fixed. */
    variationAxes: Record<string, number>
    targetFormat: 'truetype'
    noHinting: boolean
  }
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: Options,
  ): Promise<Buffer>
}
