/** A number with six decimals as whole millionths: exact, also products of two. */
export type Millionths = bigint

export const perWhole: Millionths = 1_000_000n

/** Returns the nearest number, which a division of large ones is not. */
export const numberOf = (millionths: Millionths): number => Number(`${millionths}e-6`)
