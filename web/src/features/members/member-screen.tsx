import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import { memberNamesIn } from '../../addresses/member-address.ts';
import { numberIn } from '../../addresses/read-param.ts';
import { getMember, type WantedMember } from '../../api/get-member.ts';
import { ApiError } from '../../api/http.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { BackToMembers } from './detail/back-to-members.tsx';
import { MemberDetails } from './detail/member-details.tsx';
import { MemberNotFound } from './detail/member-not-found.tsx';
import { MemberSkeleton } from './detail/member-skeleton.tsx';
import './members.css';

export default function MemberScreen() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const { firstName = '', lastName = '' } = memberNamesIn(pathname) ?? {};
  const memberId = numberIn(params, 'member');
  return (
    <Member
      key={JSON.stringify([firstName, lastName, memberId])}
      firstName={firstName}
      lastName={lastName}
      memberId={memberId}
    />
  );
}

function Member(wanted: WantedMember) {
  const member = useQuery(getMember(wanted));
  // Asked before what was read earlier: the import that brought the member may have been undone meanwhile.
  if (member.error instanceof ApiError && member.error.status === 404) {
    return <MemberNotFound firstName={wanted.firstName} lastName={wanted.lastName} />;
  }
  return (
    <div className="screen-rows">
      {member.data === undefined && <BackToMembers />}
      <QueryStates
        query={member}
        skeleton={<MemberSkeleton />}
        failed="The member details could not be loaded."
      >
        {(detail) => <MemberDetails detail={detail} />}
      </QueryStates>
    </div>
  );
}
