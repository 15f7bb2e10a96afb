type Handler = (event: object) => void

/** The events of an element, as in the provider's script. */
export class Emitter {
  private readonly handlers = new Map<string, Handler[]>()

  on(name: string, handler: Handler) {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler])
    return this
  }

  once(name: string, handler: Handler) {
    const once = (event: object) => {
      this.off(name, once)
      handler(event)
    }
    return this.on(name, once)
  }

  off(name: string, handler?: Handler) {
    const left = (this.handlers.get(name) ?? []).filter((one) => handler && one !== handler)
    this.handlers.set(name, left)
    return this
  }

  protected emit(name: string, event: object) {
    for (const handler of this.handlers.get(name) ?? []) handler(event)
  }

  protected forgetHandlers() {
    this.handlers.clear()
  }
}
