import './members.css';
import { useQuery } from '@tanstack/react-query';
import { getMembersOverview } from '../../api/members-api.ts';
import { AsOf, FigureCard, FigureCards, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { formatCount, formatWholeDollars } from '../../lib/number-format.ts';
import { MemberList } from './member-list.tsx';

function MemberTotalsCards() {
  const overview = useQuery(getMembersOverview());
  return (
    <QueryStates
      query={overview}
      skeleton={<FigureCardsSkeleton />}
      failed="The key figures could not be loaded."
    >
      {({ asOf, totalMembers, highRisk, activeThisYear, avgCredits }) => (
        <>
          <AsOf day={asOf} />
          <FigureCards label="Key figures">
            <FigureCard
              label="Total Members"
              figure={formatCount(totalMembers)}
              definition="totalMembers"
              note="accounts in the ledger"
            />
            <FigureCard
              label="High Risk"
              figure={formatCount(highRisk)}
              definition="memberRiskLevel"
              {...(highRisk > 0 && {
                link: { to: '/analysis?riskLevel=high', text: 'Show them' },
              })}
            />
            <FigureCard
              label="Active This Year"
              figure={formatCount(activeThisYear)}
              definition="activeThisYear"
              note="within 365 days"
            />
            <FigureCard
              label="Avg Credits"
              figure={formatWholeDollars(avgCredits)}
              definition="averageCredits"
              note="per member in 12 months"
            />
          </FigureCards>
        </>
      )}
    </QueryStates>
  );
}

export default function MembersScreen() {
  return (
    <div className="screen-rows">
      <MemberTotalsCards />
      <MemberList />
    </div>
  );
}
