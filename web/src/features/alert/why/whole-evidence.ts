import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { displayedEvidence } from '@clearwatch/domain/detection/finding-evidence';

type Frozen = Pick<UnusualActivityDetail, 'evidence' | 'activityType' | 'activityDate' | 'transactionId'>;

/**
 * The evidence of an alert; it was frozen by the version of its day, and what that did not write yet is empty,
 * and what it wrote in another unit is shown as it is written today.
 */
export function wholeEvidence({
  evidence,
  activityType,
  activityDate,
  transactionId,
}: Frozen): AlertEvidence {
  const frozen: Partial<AlertEvidence> = evidence;
  return displayedEvidence({
    rule: { activityType, ruleVersion: 0, policyVersion: 0, parameters: [], sources: [] },
    triggerEntryId: String(transactionId),
    figures: [],
    baseline: null,
    window: { firstDay: activityDate, lastDay: activityDate },
    wouldBeSilent: [],
    companies: [],
    dailyTotals: [],
    facts: [],
    ...frozen,
    entries: (frozen.entries ?? []).map((entry) => ({ ...entry, part: entry.part ?? null })),
  });
}
