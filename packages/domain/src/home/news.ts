import { formatMoney, toCents } from '../kernel/money.ts'
import { isolated } from '../kernel/isolated.ts'
import { plural } from '../kernel/plural.ts'
import { orderNumber } from '../licenses/order-number.ts'
import { permissionLabels, type Permission } from '../kernel/permissions.ts'
import type { News } from './home.schema.ts'

interface NewsText {
  title: string
  detail: string
  /** The path of the page that shows it. */
  path: string
}

/** Returns a piece of news in words, with the path of its page. */
export const describeNews = (news: News): NewsText => texts[news.kind](partsOf(news))

interface Parts {
  /** Such as `$1,230.00, €50.00`. */
  money: string
  name: string
  /** Such as `MTS-1` or `3 invoices`. */
  which: string
  isOne: boolean
  /** Such as `MTS-1, MTS-2, …`. */
  list: string
  byWhom: string
  by: string
  detail: string
  /** The first name, encoded for an address. */
  id: string
}

function partsOf({ names, count, sums, by, detail }: News): Parts {
  const name = isolated(names[0] ?? '')
  return {
    money: sums
      .map(({ amount, currencyIsoCode: code }) => formatMoney(toCents(amount, code), code))
      .join(', '),
    name,
    which: count === 1 ? name : plural(count, 'invoice'),
    isOne: count === 1,
    list: names.map(isolated).join(', ') + (count > names.length ? ', …' : ''),
    byWhom: by && `By ${isolated(by)}.`,
    by: isolated(by),
    detail,
    id: encodeURIComponent(names[0] ?? ''),
  }
}

const invoicePath = ({ id }: Parts) => `/invoices/detail/${id}`
const paymentPath = (parts: Parts) =>
  parts.isOne ? invoicePath(parts) : '/payments?tab=paymentHistory'
const sentences = (...some: string[]) => some.filter(Boolean).join(' ')
const labelOf = ({ id, name }: Parts) => permissionLabels[id as Permission] ?? name

const texts: Record<News['kind'], (parts: Parts) => NewsText> = {
  invoices: (of) => ({
    title: of.isOne
      ? `Invoice ${of.name} arrived: ${of.money}`
      : `${of.which} arrived: ${of.money}`,
    detail: of.isOne ? '' : of.list,
    // All invoices, because the default view may hide the new ones.
    path: of.isOne ? invoicePath(of) : '/invoices?view=all',
  }),
  paid: (of) => ({
    title: `Payment of ${of.money} for ${of.which} made`,
    detail: sentences(of.byWhom, of.detail && `${of.detail}.`),
    path: paymentPath(of),
  }),
  notPaid: (of) => ({
    title: `Payment of ${of.money} for ${of.which} was not made`,
    detail: sentences(of.byWhom, of.detail),
    path: paymentPath(of),
  }),
  refunded: (of) => ({
    title: `${of.money} refunded for ${of.name}`,
    detail: '',
    path: invoicePath(of),
  }),
  disputed: (of) => ({
    title: `The cardholder disputes ${of.money} for ${of.name}`,
    detail: 'The bank decides.',
    path: invoicePath(of),
  }),
  chargedBack: (of) => ({
    title: `The bank took back ${of.money} for ${of.name}`,
    detail: 'The dispute was decided for the cardholder.',
    path: invoicePath(of),
  }),
  orderSubmitted: (of) => ({
    title: `License order ${orderNumber(of.id)} submitted`,
    detail: of.byWhom,
    path: `/licenses?order=${of.id}`,
  }),
  orderMoved: (of) => ({
    title: `License order ${orderNumber(of.id)} ${of.detail.toLowerCase()}`,
    detail: '',
    path: `/licenses?order=${of.id}`,
  }),
  requestApproved: (of) => ({
    title: `Equipment request ${of.name} approved`,
    detail: of.byWhom,
    path: `/erf/detail/${of.id}`,
  }),
  requestCancelled: (of) => ({
    title: `Equipment request ${of.name} cancelled`,
    detail: of.byWhom,
    path: `/erf/detail/${of.id}`,
  }),
  userJoined: (of) => ({
    title: `${of.name} joined`,
    detail: of.by && `Invited by ${of.by}.`,
    path: '/users',
  }),
  autoPayOn: (of) => ({
    title: 'AutoPay turned on',
    detail: of.byWhom,
    path: '/payments?tab=autopay',
  }),
  autoPayOff: (of) => ({
    title: 'AutoPay turned off',
    detail: of.byWhom,
    path: '/payments?tab=autopay',
  }),
  answered: (of) => ({
    title: `Your question about invoice ${of.name} was answered`,
    detail: sentences(`${of.detail}.`, of.byWhom),
    path: invoicePath(of),
  }),
  accessGranted: (of) => ({ title: `You now have ${labelOf(of)}`, detail: of.byWhom, path: '/' }),
  accessDeclined: (of) => ({
    title: `Your request for ${labelOf(of)} was declined`,
    detail: of.byWhom,
    path: '/',
  }),
}
