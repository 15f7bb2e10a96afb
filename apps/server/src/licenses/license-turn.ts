import type { Tx } from '../platform/database/database.ts'
import { takeTurn } from '../platform/database/take-turn.ts'

/**
 * Serializes changes of a company's licenses until the transaction ends, for two orders that cancel
 * one license, or an order and an import. Both lock the order's row first.
 */
export const takeLicenseTurn = (tx: Tx, accountId: string) => takeTurn(tx, 'licenses', accountId)
