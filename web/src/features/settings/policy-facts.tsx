import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { formatCount } from '../../formats/count.ts';
import { formatDateTime } from '../../formats/dates.ts';

interface PolicyFactsProps {
  policy: DetectionPolicyView;
  mayEdit: boolean;
}

/** Which version stands there, since when, by whom and why. */
export function PolicyFacts({
  policy: { version, createdBy, createdAt, reason },
  mayEdit,
}: PolicyFactsProps) {
  return (
    <span className="policy-facts quiet">
      <strong>Version {formatCount(version)}</strong> · {formatDateTime(createdAt)} by {createdBy}: {reason}
      {!mayEdit && ' · Admins can change it.'}
    </span>
  );
}
