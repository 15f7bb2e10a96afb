import { bankAccount } from './kinds/bank-account.ts'
import { invoiceCategory } from './kinds/category.ts'
import { company } from './kinds/company.ts'
import { deletion } from './kinds/deletion.ts'
import { equipmentRequest } from './kinds/equipment-request.ts'
import { invoice } from './kinds/invoice.ts'
import { invoiceAnswer } from './kinds/invoice-answer.ts'
import { license } from './kinds/license.ts'
import { licenseOrder } from './kinds/license-order.ts'
import { network } from './kinds/network.ts'
import { accreditationProduct, product } from './kinds/product.ts'
import { externalRecipient } from './kinds/recipient.ts'
import { user } from './kinds/user.ts'
import type { Kind } from './kind.ts'

/** In the order of merging: referenced kinds first, deletions last. */
export const kinds: Kind[] = [
  company,
  invoiceCategory,
  user,
  // Before the invoices: their lines may not name a rejected license.
  license,
  invoice,
  invoiceAnswer,
  product,
  network,
  licenseOrder,
  equipmentRequest,
  accreditationProduct,
  externalRecipient,
  bankAccount,
  deletion,
]
