/** An invoice in the provider company's own ledger. All amounts are cents. */
interface LedgerInvoice {
  amount: number
  /** Paid to the bank or credited, minus payouts. */
  otherwise: number
  /** The part of each portal payment that is applied to this invoice, minus the refunds that the clerk has booked. */
  applied: Map<string, number>
}

/** A clerk's actions. Shares are of the payment; an impossible action has no effect. */
export const clerkActs = [
  'raise',
  'lower',
  'apply',
  'applyHalf',
  'applyLessFee',
  'unapply',
  'move',
  'bookRefund',
  'bankPays',
  'bankReturns',
  'credit',
  'writeOff',
] as const
export type ClerkAct = (typeof clerkActs)[number]

/** A portal payment at the provider, as a truthful clerk sees it. */
export interface PaidThere {
  id: string
  invoice: number
  amount: number
  /** The amount that remains after refunds and lost disputes. */
  net: number
}

/** A record that names the payments in its balance, even for books that name none. */
export interface Sent {
  amount: number
  balance: number
  contained: ReadonlyMap<string, number>
}

/** The books of a company with two invoices. They are truthful: each record shows the ledger at that moment. */
export class Ledger {
  readonly invoices: LedgerInvoice[] = [10_000, 4_000].map((amount) => ({
    amount,
    otherwise: 0,
    applied: new Map(),
  }))

  record(nth: number): Sent {
    const { amount, otherwise, applied } = this.invoices[nth]!
    const contained = new Map(applied)
    return { amount, balance: amount - otherwise - sum(contained.values()), contained }
  }

  act(act: ClerkAct, nth: number, paid: PaidThere | undefined): void {
    const invoice = this.invoices[nth]!
    const { balance } = this.record(nth)
    switch (act) {
      case 'raise':
        invoice.amount += 3_000
        return
      case 'lower':
        invoice.amount = Math.max(0, invoice.amount - 2_000)
        return
      case 'credit':
        invoice.otherwise += 1_500
        return
      case 'bankPays':
      case 'writeOff':
        invoice.otherwise += Math.max(0, balance)
        return
      case 'bankReturns':
        invoice.otherwise = 0
        return
      case 'apply':
      case 'applyHalf':
      case 'applyLessFee':
      case 'unapply':
      case 'move':
      case 'bookRefund':
        if (paid) this.#apply(act, nth, paid)
    }
  }

  #apply(act: ClerkAct, nth: number, { id, amount, net }: PaidThere): void {
    const [here, there] = [this.invoices[nth]!.applied, this.invoices[1 - nth]!.applied]
    if (act === 'unapply') return void here.delete(id)
    if (act === 'move') {
      const moved = here.get(id)
      if (moved === undefined || there.has(id)) return
      here.delete(id)
      return void there.set(id, moved)
    }
    if (act === 'bookRefund') {
      const applied = here.get(id)
      if (applied !== undefined) here.set(id, Math.min(applied, net))
      return
    }
    if (there.has(id)) return
    const shares = { apply: amount, applyHalf: amount / 2, applyLessFee: amount * 0.97 }
    here.set(id, Math.round(shares[act as keyof typeof shares]))
  }

  /** Applies all unapplied payments, and books every refund. */
  catchUp(payments: readonly PaidThere[]): void {
    for (const { id, invoice, net } of payments) {
      const holders = this.invoices.filter(({ applied }) => applied.has(id))
      const [holder = this.invoices[invoice]!, other] = holders
      other?.applied.delete(id)
      holder.applied.set(id, net)
    }
  }
}

export const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)
