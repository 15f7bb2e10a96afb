import { Type, type Static } from 'typebox'
import { Amount, CurrencyCode, exampleUuid, Nullable, Exact, Text } from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'

const ProductId = Text('ACC-FIX', {
  minLength: 1,
  maxLength: 64,
  description: 'The id of the accreditation.',
})

export const ProductKey = Exact({ productId: ProductId })

export const AccreditationProduct = Type.Object(
  {
    productName: Text('FIX accreditation'),
    productPrice: Amount,
    currencyIsoCode: CurrencyCode,
  },
  { title: 'AccreditationProduct' },
)
export type AccreditationProduct = Static<typeof AccreditationProduct>

const oneLine = '[^\\u0000-\\u001f\\u007f]*$'
const line = (example: string, maxLength: number) =>
  Text(example, { maxLength, pattern: `^${oneLine}` })
/** A line with at least one visible character, because a receipt names the buyer. */
const visibleLine = (example: string, maxLength: number) =>
  Text(example, { minLength: 1, maxLength, pattern: `^(?=.*[^\\s\\p{Cf}])${oneLine}` })

/** The buyer and the product. The server decides the price; `shown` can only make it refuse. */
export const CheckoutRequest = Exact(
  {
    productId: ProductId,
    name: visibleLine('Ana Silva', 200),
    line1: visibleLine('1 Wacker Drive', 300),
    line2: Type.Optional(Nullable(line('Suite 400', 300))),
    city: line('Chicago', 200),
    country: Text('US', { pattern: '^[A-Z]{2}$' }),
    state: line('IL', 200),
    postal_code: line('60606', 32),
    ...shownField(Exact(AccreditationProduct.properties, { title: 'ShownProduct' })),
  },
  {
    title: 'CheckoutRequest',
    description:
      '`shown` is the product as the buyer saw it: 409 if it has another name or currency, or a higher price.',
  },
)
export type CheckoutRequest = Static<typeof CheckoutRequest>

const sessionId = 'cs_test_a1B2c3D4e5'
/** What the provider's page needs, and the id with which the buyer's page requests the status. */
export const CheckoutAnswer = Type.Object(
  { clientSecret: Text(`${sessionId}_secret_x9Y8`), sessionId: Text(sessionId) },
  { title: 'Checkout' },
)
export type CheckoutAnswer = Static<typeof CheckoutAnswer>

export const CheckoutKey = Exact({
  sessionId: Text(sessionId, {
    pattern: '^cs_(test|live)_[A-Za-z0-9]{10,200}$',
    description: 'The `sessionId` of the checkout.',
  }),
})

export const PurchaseStatus = Type.Object(
  {
    status: Type.Enum(['open', 'paid', 'expired'], {
      description: '`open` until the card provider has reported the payment.',
    }),
    reference: Text(exampleUuid, { description: 'The reference on the receipt.' }),
    contact: Text('billing@example.com', { description: 'Where the buyer writes to use it.' }),
    ...AccreditationProduct.properties,
  },
  { title: 'PurchaseStatus' },
)
export type PurchaseStatus = Static<typeof PurchaseStatus>
