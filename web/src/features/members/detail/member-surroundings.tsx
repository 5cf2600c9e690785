import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { useQuery } from '@tanstack/react-query';
import { getMemberOverview } from '../../../api/get-member.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { MemberAlerts } from './member-alerts.tsx';
import { MemberComparisons } from './member-comparisons.tsx';
import { MemberFlowsPanel } from './member-flows-panel.tsx';
import { MemberImports } from './member-imports.tsx';

/** Whom the account deals with, what was found about it, how it compares and which files brought it. */
export function MemberSurroundings({ member }: { member: MemberRow }) {
  const overview = useQuery(getMemberOverview(member.id));
  return (
    <QueryStates
      query={overview}
      skeleton={
        <div className="panel table-skeleton">
          <SkeletonLines lines={6} height={40} />
        </div>
      }
      failed="Companies, alerts and imports of this member could not be loaded."
    >
      {(found) => (
        <>
          <div className="detail-row">
            <MemberFlowsPanel overview={found} name={member.displayName} />
            <div className="detail-column">
              <MemberComparisons comparisons={found.comparisons} />
              <MemberImports imports={found.imports} count={found.importCount} />
            </div>
          </div>
          <MemberAlerts alerts={found.alerts} count={found.alertCount} />
        </>
      )}
    </QueryStates>
  );
}
