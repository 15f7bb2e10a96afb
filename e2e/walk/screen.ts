/** Something on the screen that can be pressed or filled in. */
export interface Thing {
  /** Its index in the list that is valid until the page is read again. */
  at: number
  kind: 'press' | 'type' | 'pick' | 'card' | 'bank'
  role: string
  name: string
  /** The title of the layer that contains it, or its landmark. */
  where: string
  inLayer: boolean
  isFilled: boolean
  /** The primary button of a layer or a form. */
  isMain: boolean
}

/** The visible state of the page at one moment. */
export interface Screen {
  path: string
  search: string
  title: string
  heading: string
  /** All visible text, and labels that only screen readers get. */
  text: string
  /** The current toasts, alerts and messages at fields. */
  messages: string[]
  /** Titles of dialogs, panels and menus, the top one last. */
  layers: string[]
  /** The focused element; empty for the body. */
  focus: string
  /** Elements that show that something is still loading. */
  busy: string[]
  /** Tabs and areas that are marked as the current one. */
  current: string[]
  /** The areas that the navigation offers. */
  menu: string[]
  /** When the document was opened: another document has another time. */
  openedAt: number
  /** The values of the filters, by label. */
  filters: Record<string, string>
  things: Thing[]
}

/** Equal for things that differ only in a number, so that the rows of a list are one kind of thing. */
export const keyOf = ({ where, role, name }: Pick<Thing, 'where' | 'role' | 'name'>): string =>
  [where, role, name].map((part) => part.replaceAll(/[\d,.$€£]+/g, '#')).join(' | ')

/** An empty screen: the page is not the portal's. */
export const nowhere: Screen = {
  path: '',
  search: '',
  title: '',
  heading: '',
  text: 'elsewhere',
  messages: [],
  layers: [],
  focus: '',
  busy: [],
  current: [],
  menu: [],
  openedAt: 0,
  filters: {},
  things: [],
}
