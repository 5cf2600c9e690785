import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { ReviewForm } from './decide/review-form.tsx';
import { AlertHead } from './why/alert-head.tsx';
import { EntriesSection } from './why/entries/entries-section.tsx';
import { TriggerSection } from './why/entries/trigger-section.tsx';
import { EvidenceCompanies } from './why/evidence-companies.tsx';
import { EvidenceFacts } from './why/evidence-facts.tsx';
import { EvidenceFigures } from './why/figures/evidence-figures.tsx';
import { KeptSilent } from './why/kept-silent.tsx';
import { OtherAlerts } from './why/other-alerts.tsx';
import { EvidenceRule } from './why/rule/evidence-rule.tsx';
import { AlertTimeline } from './why/timeline/alert-timeline.tsx';
import { useWholeEvidence } from './why/use-whole-evidence.ts';
import './alert.css';
import './why/why.css';
import './why/print.css';

/**
 * Everything an examiner needs to repeat the reasoning, in the order of the questions he asks: what was seen and how it
 * was found, in the wide column; what is done about it and what stands around it, beside.
 */
export function AlertView({ activity }: { activity: UnusualActivityDetail }) {
  const evidence = useWholeEvidence(activity);
  return (
    <div className="evidence">
      <AlertHead activity={activity} evidence={evidence} />
      <div className="evidence-columns">
        <div className="evidence-main">
          <EvidenceFigures evidence={evidence} />
          <AlertTimeline activity={activity} evidence={evidence} />
          <TriggerSection evidence={evidence} />
          <EntriesSection evidence={evidence} />
          <EvidenceCompanies evidence={evidence} />
          <EvidenceRule rule={evidence.rule} />
        </div>
        <div className="evidence-aside">
          <ReviewForm activity={activity} />
          <EvidenceFacts facts={evidence.facts} />
          <KeptSilent sentences={evidence.wouldBeSilent} />
          <OtherAlerts activityId={activity.id} />
        </div>
      </div>
    </div>
  );
}
