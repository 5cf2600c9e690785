import './members.css';
import { useQuery } from '@tanstack/react-query';
import { getMembersOverview } from '../../api/members-api.ts';
import { AsOf } from '../../components/definition-info.tsx';
import { FigureCard, FigureCards, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { formatCount, formatWholeDollars } from '../../lib/number-format.ts';
import { MemberList } from './member-list.tsx';

function MemberTotalsCards() {
  const overview = useQuery(getMembersOverview());
  return (
    <QueryStates query={overview} skeleton={<FigureCardsSkeleton />} failed="The key figures could not be loaded.">
      {({ asOf, totalMembers, highRisk, activeThisYear, avgCredits }) => (
        <>
          <AsOf day={asOf} />
          <FigureCards>
            <FigureCard definition="totalMembers" figure={formatCount(totalMembers)} note="accounts in the ledger" />
            <FigureCard
              label="High Risk"
              figure={formatCount(highRisk)}
              definition="memberRiskLevel"
              link={highRisk > 0 && { to: '/analysis?riskLevel=high', text: 'Show members' }}
            />
            <FigureCard definition="activeThisYear" figure={formatCount(activeThisYear)} note="within 365 days" />
            <FigureCard
              definition="averageCredits"
              figure={formatWholeDollars(avgCredits)}
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
