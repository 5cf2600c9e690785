import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { Alert, Button } from 'antd';
import { formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { differences } from '../draft/draft-policy.ts';
import { contested, editsTowards } from '../draft/policy-edits.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { ChangeList } from './change-list.tsx';

interface NewerPolicyProps {
  editing: PolicyDraft;
  newer: DetectionPolicyView;
}

/** Somebody was faster: what was saved, whether it touches the same things, and how to go on. */
export function NewerPolicy({
  editing: { base, edits, draft, carryOver, giveWay },
  newer,
}: NewerPolicyProps) {
  const both = contested(edits, editsTowards(base, newer)).size;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${newer.createdBy} saved version ${newer.version} meanwhile, on ${formatDateTime(newer.createdAt)}`}
      description={
        <div className="newer-policy">
          <p>
            Reason: {newer.reason}. Your {formatCounted(draft.changed, 'change')}{' '}
            {draft.changed === 1 ? 'is' : 'are'} based on version {base.version}. It changed:
          </p>
          <ChangeList changes={differences(base, newer)} rules={newer.rules} />
          {both > 0 && (
            <p>
              <strong>
                {formatCounted(both, 'of these is', 'of these are')} changed by you as well, to something
                else.
              </strong>{' '}
              Keeping your changes puts yours in their place.
            </p>
          )}
          <div className="newer-policy-buttons">
            <Button type="primary" onClick={carryOver}>
              Reload and keep my changes
            </Button>
            <Button onClick={giveWay}>Reload and drop my changes</Button>
          </div>
        </div>
      }
    />
  );
}
