import { addDays, monthName, type Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'

type Sold = [productName: string, description: string]

interface WorldCustomer {
  accountId: string
  name: string
  city: string
  /** Product and description, in the customer's language. */
  sold: [license: Sold, data: Sold]
}

/** Companies whose names and invoices are not in Latin script. They have no users: a super admin can open them. */
export const worldCustomers: WorldCustomer[] = [
  {
    accountId: '10460',
    name: 'شركة النور للتجارة المحدودة',
    city: 'الرياض',
    sold: [
      ['ترخيص منصة التداول', 'اشتراك شهري لكل مستخدم (TT Pro)'],
      ['بيانات السوق', 'أسعار العقود الآجلة، المستوى 2'],
    ],
  },
  {
    accountId: '10461',
    name: 'אורות הגליל שירותי מסחר בע"מ',
    city: 'תל אביב',
    sold: [
      ['רישיון לפלטפורמת מסחר', 'מינוי חודשי לכל משתמש (TT Pro)'],
      ['נתוני שוק', 'מחירי חוזים עתידיים, רמה 2'],
    ],
  },
  {
    accountId: '10462',
    name: 'भारतीय व्यापार सेवा प्राइवेट लिमिटेड',
    city: 'मुंबई',
    sold: [
      ['ट्रेडिंग प्लेटफ़ॉर्म लाइसेंस', 'प्रति उपयोगकर्ता मासिक शुल्क (TT Pro)'],
      ['बाज़ार डेटा', 'वायदा अनुबंधों के भाव, स्तर 2'],
    ],
  },
  {
    accountId: '10463',
    name: 'บริษัท กรุงเทพการค้าและหลักทรัพย์ จำกัด',
    city: 'กรุงเทพมหานคร',
    sold: [
      ['ใบอนุญาตแพลตฟอร์มซื้อขาย', 'ค่าบริการรายเดือนต่อผู้ใช้หนึ่งคน (TT Pro)'],
      ['ข้อมูลตลาด', 'ราคาสัญญาซื้อขายล่วงหน้าระดับ 2 ของประเทศญี่ปุ่น'],
    ],
  },
  {
    accountId: '10464',
    name: '東都証券データサービス株式会社',
    city: '東京',
    sold: [
      ['取引端末ライセンス', 'ユーザーごとの月額利用料（TT Pro）'],
      ['市場データ利用料', '先物取引の気配値「レベル2」、10月分'],
    ],
  },
  {
    accountId: '10465',
    name: '한빛증권정보 주식회사',
    city: '서울',
    sold: [
      ['거래 플랫폼 라이선스', '사용자별 월 이용료 (TT Pro)'],
      ['시장 데이터', '선물 호가 정보, 레벨 2'],
    ],
  },
  {
    accountId: '10466',
    name: '上海晨光国际贸易有限公司',
    city: '上海',
    sold: [
      ['交易平台许可证', '每位用户的月度费用（TT Pro）'],
      ['市场数据', '期货合约行情，二级深度'],
    ],
  },
  {
    accountId: '10467',
    name: '臺北環宇證券資訊股份有限公司',
    city: '臺北',
    sold: [
      ['交易平臺授權', '每位使用者的月費（TT Pro）'],
      ['市場資料', '期貨合約報價，第二級深度'],
    ],
  },
]

/** Yields these companies, each with an overdue invoice, one that is due soon and one that is paid. */
export function* worldInvoices(today: Day) {
  for (const { accountId, name, city, sold } of worldCustomers) {
    yield { record: 'company', accountId, name }
    for (const [at, due] of [-12, 18, -75].entries()) {
      const date = addDays(today, due - 30)
      const lines = sold.map(([productName, description], line) => {
        const quantity = at + line + 2
        const cents = line === 0 ? 157_500 : 11_725
        return { productName, description, city, quantity, cents, total: quantity * cents }
      })
      const amount = decimalString(
        lines.reduce((sum, { total }) => sum + total, 0),
        'USD',
      )
      yield {
        record: 'invoice',
        accountId,
        name,
        invoiceNumber: `MTS-${accountId}-${at + 1}`,
        customerNumber: `${accountId}-1`,
        invoiceType: 'License',
        source: 'Salesforce',
        subsidiary: 'MTS-US',
        date,
        dueDate: addDays(today, due),
        amount,
        balanceDue: due < -60 ? '0.00' : amount,
        currencyIsoCode: 'USD',
        serviceMonth: date.slice(0, 7),
        servicePeriod: monthName(date),
        portalPayments: [],
        lineItems: lines.map(({ cents, total, ...line }) => ({
          ...line,
          moreInfo: '',
          state: '',
          salesPrice: decimalString(cents, 'USD'),
          total: decimalString(total, 'USD'),
        })),
      }
    }
  }
}
