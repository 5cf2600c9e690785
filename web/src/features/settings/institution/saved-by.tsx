import type { InstitutionProfile } from '@clearwatch/contracts/institution.dto';
import { formatDateTime } from '../../../formats/dates.ts';

/** Since when the profile says what it says, and who may change it. */
export function SavedBy({ profile, mayEdit }: { profile: InstitutionProfile; mayEdit: boolean }) {
  const { savedBy, savedAt, version } = profile;
  return (
    <span className="policy-facts quiet">
      {savedBy === null || savedAt === null
        ? 'Not saved yet'
        : `Version ${version} · ${formatDateTime(savedAt)} by ${savedBy}`}
      {!mayEdit && ' · Admins can change it.'}
    </span>
  );
}
