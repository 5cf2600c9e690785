import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { useRememberedList } from '../../../addresses/remembered-list.ts';
import { useAddressState } from '../../../addresses/use-address-state.ts';
import { listMembers } from '../../../api/list-members.ts';
import { formatCounted } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { ListBody } from '../../../tables/list-body.tsx';
import { nextSorting } from '../../../tables/sorting.ts';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { canonicalQuery } from '../../../views/canonical-query.ts';
import { MEMBER_COLUMNS } from './member-columns.tsx';
import { MemberFilterBar } from './member-filter-bar.tsx';
import {
  isMemberListFiltered,
  isMemberSort,
  MEMBERS_PER_PAGE,
  memberListQuery,
  NO_MEMBER_FILTERS,
  readMemberList,
  writeMemberList,
} from './member-list-state.ts';

const ADDRESS = { read: readMemberList, write: writeMemberList };
const canonical = canonicalQuery(ADDRESS);

/** The members, one row per account, searched, filtered, sorted and paged by the server. */
export function MemberList() {
  const { state, change, amend } = useAddressState(ADDRESS);
  const members = useQuery(listMembers(memberListQuery(state)));
  const navigate = useNavigate();
  useRememberedList('/analysis');
  const columns = useColumnChoice('members', MEMBER_COLUMNS);
  const total = members.data?.total ?? 0;
  const sortBy = (sort: string): void => {
    // Spec section 4: a new column starts ascending.
    const next = nextSorting(state, sort, 'asc');
    if (isMemberSort(next.sort)) change({ sort: next.sort, order: next.order });
  };
  return (
    <Panel
      title="Members"
      badges={total > 0 && <span className="quiet">{formatCounted(total, 'member')}</span>}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <MemberFilterBar
        state={state}
        list={{ screen: 'members', canonical, columns }}
        onChange={change}
        onSearch={(search) => amend({ search })}
      />
      <ListBody
        caption="Members, one row per account"
        query={members}
        columns={columns.shown}
        rowKey={({ id }) => id}
        onOpen={(member) => void navigate(memberAddress(member))}
        sorting={{ sort: state.sort, order: state.order, onSort: sortBy }}
        page={state.page}
        pageSize={MEMBERS_PER_PAGE}
        onPage={(page) => change({ page })}
        failed="Error loading member data:"
        empty={
          isMemberListFiltered(state) ? (
            <PanelEmpty text="No members found matching your search and filter criteria.">
              <Button onClick={() => change(NO_MEMBER_FILTERS)}>Clear</Button>
            </PanelEmpty>
          ) : (
            <PanelEmpty text="No member data available.">
              <Link to="/import">Import a file</Link>
            </PanelEmpty>
          )
        }
      />
    </Panel>
  );
}
