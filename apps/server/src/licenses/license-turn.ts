import type { Tx } from '../platform/database/database.ts'
import { takeTurn } from '../platform/database/take-turn.ts'

/**
 * Serializes changes of a company's licenses until the transaction ends: two orders may cancel one license, or an order
 * and an import may meet. Both lock the order's row first.
 */
export const takeLicenseTurn = (tx: Tx, accountId: string) => takeTurn(tx, 'licenses', accountId)
