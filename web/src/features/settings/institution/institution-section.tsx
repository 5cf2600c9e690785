import { useQuery } from '@tanstack/react-query';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { getInstitution } from '../../../api/institution.ts';
import { Panel } from '../../../panels/panel.tsx';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { InstitutionFacts } from './institution-facts.tsx';
import { InstitutionForm } from './institution-form.tsx';
import { SavedBy } from './saved-by.tsx';
import './institution.css';

/** Whose papers these are: admins write it, everybody may read it. */
export function InstitutionSection() {
  const profile = useQuery(getInstitution());
  const { data: user } = useQuery(getCurrentUser());
  const mayEdit = user?.role === 'Admin';
  return (
    <Panel
      title="Institution profile"
      badges={profile.data && <SavedBy profile={profile.data} mayEdit={mayEdit} />}
    >
      <QueryStates
        query={profile}
        skeleton={<SkeletonLines lines={6} height={36} />}
        failed="The profile of the institution could not be loaded."
      >
        {(saved) => (mayEdit ? <InstitutionForm saved={saved} /> : <InstitutionFacts profile={saved} />)}
      </QueryStates>
    </Panel>
  );
}
