import type { InstitutionFields, InstitutionProfile } from '@clearwatch/contracts/institution.dto';
import { Alert, Button } from 'antd';
import { formatDateTime } from '../../../formats/dates.ts';
import type { SectionDraft } from '../draft/use-section-draft.ts';

interface NewerProfileProps {
  saved: InstitutionProfile;
  draft: SectionDraft<InstitutionFields>;
}

/** Somebody was faster: who, and how to go on. What is not changed here shows already what he saved. */
export function NewerProfile({ saved: { savedBy, savedAt, version }, draft }: NewerProfileProps) {
  return (
    <Alert
      className="newer-profile"
      type="warning"
      showIcon
      title={`${savedBy ?? 'Somebody'} saved version ${version} meanwhile${savedAt === null ? '' : `, on ${formatDateTime(savedAt)}`}`}
      description={
        <div className="newer-policy">
          <p>Below, the fields that you changed are yours; all others are as they were saved.</p>
          <div className="newer-policy-buttons">
            <Button type="primary" onClick={draft.carryOver}>
              Keep my changes
            </Button>
            <Button onClick={draft.discard}>Drop my changes</Button>
          </div>
        </div>
      }
    />
  );
}
