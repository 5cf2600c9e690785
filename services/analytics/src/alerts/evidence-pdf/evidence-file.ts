import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { AlertContext, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { displayedEvidence } from '@clearwatch/domain/detection/finding-evidence';
import type { Letterhead } from '@clearwatch/domain/institution-profile';

/** What is printed. */
export interface EvidenceFile {
  alert: UnusualActivityDetail;
  evidence: AlertEvidence;
  surroundings: AlertContext;
  /** Whose paper it is, when that is set up. */
  institution: Letterhead | null;
  /** In which times are said (IANA); null: the server's. */
  timeZone: string | null;
  exportedBy: string;
  exportedAt: Date;
}

const NOTHING: AlertEvidence = {
  rule: { activityType: '', ruleVersion: 0, policyVersion: 0, parameters: [], sources: [] },
  triggerEntryId: '',
  entries: [],
  figures: [],
  baseline: null,
  window: { firstDay: '', lastDay: '' },
  wouldBeSilent: [],
  companies: [],
  dailyTotals: [],
  facts: [],
};

/** Evidence was frozen by the version of its day: what that did not write yet is empty, other units are those of today. */
export function wholeEvidence(frozen: Partial<AlertEvidence>): AlertEvidence {
  return displayedEvidence({ ...NOTHING, ...frozen });
}
