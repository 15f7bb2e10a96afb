import { itemText, shownItem } from '@portal/domain/attention/attention-shown'
import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { ChangedSince, useBefore } from '../ui/ChangedSince.tsx'

/** Whether an item has changed since its dialog was opened, and the old facts beside the new ones. */
export function useChangedItem(list: AttentionKey, item: AttentionItem) {
  const shown = shownItem(item)
  const now = itemText(list, shown)
  const before = useBefore(now)
  return {
    isChanged: useBefore(JSON.stringify(shown)) !== undefined,
    changed: <ChangedSince before={before} now={now} />,
  }
}
