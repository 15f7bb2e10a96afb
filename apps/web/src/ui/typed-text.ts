/** Text on its way from a field to the place that keeps it. */
export interface TypedText {
  text: string
  kept: string
  /** Handed over and not yet seen there, oldest first. */
  sent: readonly string[]
}

/** Its place keeps another text now: one that was typed here, or one that replaces what was typed. */
export function afterKeeping(typed: TypedText, kept: string): TypedText {
  const place = typed.sent.indexOf(kept)
  if (place < 0) return { text: kept, kept, sent: [] }
  return { ...typed, kept, sent: typed.sent.slice(place + 1) }
}

/** What is still to be handed over; nothing when that has been done. */
export function unsentText({ text, kept, sent }: TypedText): string | undefined {
  return text === (sent.at(-1) ?? kept) ? undefined : text
}
