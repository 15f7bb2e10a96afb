import { Type, type Static } from 'typebox'

const ProductId = Type.String({ minLength: 1, maxLength: 64 })

export const ProductKey = Type.Object({ productId: ProductId }, { additionalProperties: false })

/** What can be bought, with its price in its own currency. */
export const AccreditationProduct = Type.Object({
  productName: Type.String(),
  productPrice: Type.Number(),
  currencyIsoCode: Type.String(),
})
export type AccreditationProduct = Static<typeof AccreditationProduct>

/** One line, as an address has it. */
const line = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

/** Who buys what. Nothing in it can say what it costs. */
export const CheckoutRequest = Type.Object(
  {
    productId: ProductId,
    name: line(200, 1),
    line1: line(300, 1),
    line2: Type.Optional(Type.Union([line(300), Type.Null()])),
    city: line(200),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    state: line(200),
    postal_code: line(32),
  },
  { additionalProperties: false },
)
export type CheckoutRequest = Static<typeof CheckoutRequest>

/** What the provider's page needs, and the id by which the buyer asks how it went. */
export const CheckoutAnswer = Type.Object({ clientSecret: Type.String(), sessionId: Type.String() })
export type CheckoutAnswer = Static<typeof CheckoutAnswer>

export const CheckoutKey = Type.Object(
  { sessionId: Type.String({ pattern: '^cs_(test|live)_[A-Za-z0-9]{10,200}$' }) },
  { additionalProperties: false },
)

/** `open` until the provider has told us. */
export const PurchaseStatus = Type.Object({
  status: Type.Enum(['open', 'paid', 'expired']),
  ...AccreditationProduct.properties,
})
export type PurchaseStatus = Static<typeof PurchaseStatus>
