/** Characters of the scripts that need a font of their own. */
export const scripts = {
  arabic: /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/,
  hebrew: /[\u0590-\u05ff\ufb1d-\ufb4f]/,
  devanagari: /[\u0900-\u097f\ua8e0-\ua8ff]/,
  thai: /[\u0e00-\u0e7f]/,
  cjk: /[\u1100-\u11ff\u2e80-\u2fdf\u2ff0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffee\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]/u,
} as const

export type Script = keyof typeof scripts

/** The regional shapes of shared Chinese characters: Japan, Korea, mainland China or Taiwan. */
export type HanStyle = 'jp' | 'kr' | 'sc' | 'tc'

const japanese =
  /[\u3041-\u30ff\uff66-\uff9f々気関検発覧録変実対広楽様円売応込価営続読単掲産県説転効専戻経総験伝収歴済満軽雑図帯戦択毎証辺乗顔駅黒児団悪抜処増帰権沢焼鉄険髙﨑峠畑働]|株式/
const korean = /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/
/** Traditional characters that Japan has simplified. */
const taiwanese =
  /[\u3105-\u312f關發會於國點轉說號聯當沒權數實將專對圖單區內們傳與樂氣學應訊灣條這還驗閱錄證變讓賣覽觀註裝處聲總稱營樣歡戲帶團參價兩從萬廣尋訂薦則黃顯隨雙錢醫銷辦輕輯讀覺詢裡舉聽續碼禮畫狀獨溫樓檢歷據擇擊戰寫寶屬亞邊藝陳錯幾蘭鍵預維雲龍貼獲該帳謝鬆靈閒險雖雜豐賽臺舊繼絕眾爾獎檔歐歲攝斷廠圍卻鐵僅藍頻顧軟剛羅層軍輸郵隊飾劇鮮測盤魚麗腳綜綠縣盡燒爭擔懷徵鏡傷衛餘靜雞釋藥繫籤濟淨戀惡廚彈壞嚴圓匯吳佈榮燈幣塊擁蓋蘇壇潔蓮慶漢倫農緊敗監織鄉麥齊齡賴贊觸蘋莊萊穩稅櫃歸曆擺寬壽奧勞勵劉楊賓暫貿儲鎮鳳棄鋼鎖儀陣億諾寧欄贈遺縮執憶損湯競]/
/** Traditional characters that Japan also uses. */
const traditional =
  /[動問報場無記間後業約別連書東機現規設話選長電個員愛結載確細紹詳認調質車運島種終計買達違際題優務強組線編販購過頭願風備園葉製評談護週進門閉類宮張態簡聞術試適採換異職資頂順飲館構準納離項馬勝師況環節級絡習視親責費難銀農]/

/**
 * Returns the regional shape for a text, by its kana, Hangul and characters that only one region uses. The default is
 * mainland China.
 */
export function hanStyle(text: string): HanStyle {
  if (japanese.test(text)) return 'jp'
  if (korean.test(text)) return 'kr'
  if (taiwanese.test(text)) return 'tc'
  return traditional.test(text) ? 'jp' : 'sc'
}
