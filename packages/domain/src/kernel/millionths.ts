/** A number with six decimals as whole millionths. Products of two of them are exact too. */
export type Millionths = bigint

export const perWhole: Millionths = 1_000_000n

/** Returns the nearest number. A division of large numbers would not be the nearest. */
export const numberOf = (millionths: Millionths): number => Number(`${millionths}e-6`)
