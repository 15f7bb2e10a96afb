import { Emitter } from './emitter.ts'
import { Frame, setStyle } from './frame.ts'
import { integrationError } from './integration-error.ts'

export type ElementKind = 'address' | 'card'
type Options = Record<string, unknown>
type Change = { empty: boolean; complete: boolean; error?: object }

const titles: Record<ElementKind, string> = {
  card: 'Secure card payment input frame',
  address: 'Secure address input frame',
}
const firstHeight: Record<ElementKind, string> = { card: '24px', address: '400px' }

/** A form field of the provider in the seller's page: a frame and its events. */
export class StripeElement extends Emitter {
  private frame: Frame | undefined
  private container: Element | undefined
  private isDestroyed = false

  constructor(
    readonly kind: ElementKind,
    private readonly options: Options,
    /** Removes the element from its group, which has one element of each kind. */
    private readonly leave: () => void,
  ) {
    super()
  }

  mount(target: string | HTMLElement) {
    if (this.isDestroyed)
      throw integrationError('This Element has already been destroyed. Please create a new one.')
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!container)
      throw integrationError(
        'The selector you specified applies to no DOM elements that are currently on the page.',
      )
    this.unmount()
    this.container = container
    this.frame = new Frame(this.kind, titles[this.kind], (name, body) => this.hear(name, body))
    setStyle(this.frame.node, { height: firstHeight[this.kind] })
    // The form has room for outlines at its edges. This is compensated here, so that its fields align with the page.
    if (this.kind === 'address')
      setStyle(this.frame.node, { margin: '-2px', width: 'calc(100% + 4px)' })
    this.matchTheme()
    this.show('StripeElement', true)
    this.show('StripeElement--empty', true)
    container.replaceChildren(this.frame.node)
    void this.frame.call('update', this.options).then(() => this.tell('ready'))
  }

  unmount() {
    this.frame?.remove()
    this.frame = undefined
    for (const state of ['', '--empty', '--complete', '--invalid', '--focus'])
      this.show(`StripeElement${state}`, false)
  }

  destroy() {
    this.unmount()
    this.isDestroyed = true
    this.leave()
    this.forgetHandlers()
  }

  update(options: Options) {
    Object.assign(this.options, options)
    this.matchTheme()
    void this.frame?.call('update', options)
    return this
  }

  focus() {
    // Only the surrounding page can give the focus to a frame.
    this.frame?.node.focus()
    void this.frame?.call('focus')
  }

  blur() {
    void this.frame?.call('blur')
    this.frame?.node.blur()
  }

  clear() {
    void this.frame?.call('clear')
  }

  getValue() {
    return this.mounted().call<object>('value')
  }

  /** Converts the values of the fields to a token or payment method, which is all that the page receives. */
  send<Answer>(op: 'payment_method' | 'token', key: string, data: object) {
    return this.mounted().call<Answer>(op, { key, data })
  }

  /** If the color schemes of frame and page differed, browsers would draw a background behind the frame. */
  private matchTheme() {
    const isDark = this.options['theme'] === 'night'
    if (this.frame) setStyle(this.frame.node, { 'color-scheme': isDark ? 'dark' : 'light' })
  }

  private mounted() {
    if (this.frame) return this.frame
    throw integrationError(
      'We could not retrieve data from the specified Element. Please make sure the Element you ' +
        'are attempting to use is still mounted.',
    )
  }

  private hear(name: string, body: unknown) {
    if (name === 'height' && this.frame) setStyle(this.frame.node, { height: `${String(body)}px` })
    if (name === 'submit') this.container?.closest('form')?.requestSubmit()
    if (name === 'focus' || name === 'blur') this.show('StripeElement--focus', name === 'focus')
    if (name === 'change') {
      const { empty, complete, error } = body as Change
      this.show('StripeElement--empty', empty)
      this.show('StripeElement--complete', complete)
      this.show('StripeElement--invalid', error !== undefined)
    }
    if (['blur', 'change', 'escape', 'focus'].includes(name)) this.tell(name, body as object)
  }

  private tell(name: string, more: object = {}) {
    this.emit(name, { elementType: this.kind, ...more })
  }

  private show(className: string, isSo: boolean) {
    this.container?.classList.toggle(className, isSo)
  }
}
