/** A frame of a page, by the titles of the iframes that lead to it; empty for the page itself. */
export type Frame = readonly string[]

export interface Point {
  x: number
  y: number
}

/** The functions of a browser for journeys. Each browser opens with a fresh profile. */
export interface Driver {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>
  /** Calls a function in the page with a plain value. Returns its plain value. */
  call<Given, Returned>(
    frame: Frame,
    name: (given: Given) => Returned,
    given: Given,
  ): Promise<Returned>
  /** Clicks at a point of the frame's viewport. */
  click(frame: Frame, point: Point): Promise<void>
  /** Presses the keys of a text in the focused element. */
  type(frame: Frame, text: string): Promise<void>
  /** The addresses of all windows. */
  addresses(): Promise<string[]>
  /** A screenshot of the window, as a PNG. */
  picture(): Promise<Buffer>
  /** The page on paper, as a PDF; absent if the browser's driver cannot print. */
  print?(): Promise<Buffer>
  /** The errors that the page reported; absent if the browser's driver does not pass them on. */
  problems?(): string[]
  close(): Promise<void>
}

/** The source of a function that takes and returns JSON, because the protocols have their own types. */
export const asJson = (called: (given: never) => unknown) =>
  `(json) => JSON.stringify((${called.toString()})(JSON.parse(json)) ?? null)`

export const mouseClick = ({ x, y }: Point) => [
  { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]

export const keyPresses = (text: string) =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
