import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { companyAddress } from '../../../addresses/company-address.ts';
import { useRememberedList } from '../../../addresses/remembered-list.ts';
import { useAddressState } from '../../../addresses/use-address-state.ts';
import { listCompanies } from '../../../api/list-companies.ts';
import { formatCounted } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { ListBody } from '../../../tables/list-body.tsx';
import { nextSorting } from '../../../tables/sorting.ts';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { canonicalQuery } from '../../../views/canonical-query.ts';
import { COMPANY_COLUMNS } from './company-columns.tsx';
import { CompanyFilterBar } from './company-filter-bar.tsx';
import {
  COMPANIES_PER_PAGE,
  companyListQuery,
  isCompanyListFiltered,
  isCompanySort,
  NO_COMPANY_FILTERS,
  readCompanyList,
  writeCompanyList,
} from './company-list-state.ts';

const ADDRESS = { read: readCompanyList, write: writeCompanyList };
const canonical = canonicalQuery(ADDRESS);

/** The companies, searched, filtered, sorted and paged by the server. */
export function CompanyList() {
  const { state, change, amend } = useAddressState(ADDRESS);
  const companies = useQuery(listCompanies(companyListQuery(state)));
  const navigate = useNavigate();
  useRememberedList('/companies');
  const columns = useColumnChoice('companies', COMPANY_COLUMNS);
  const total = companies.data?.total ?? 0;
  const sortBy = (sort: string): void => {
    // Spec section 4: the first click on a column sorts descending.
    const next = nextSorting(state, sort, 'desc');
    if (isCompanySort(next.sort)) change({ sort: next.sort, order: next.order });
  };
  return (
    <Panel
      title="Companies"
      badges={total > 0 && <span className="quiet">{formatCounted(total, 'company', 'companies')}</span>}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <CompanyFilterBar
        state={state}
        list={{ screen: 'companies', canonical, columns }}
        onChange={change}
        onType={amend}
      />
      <ListBody
        caption="Companies and their figures"
        query={companies}
        columns={columns.shown}
        rowKey={({ company }) => company}
        onOpen={({ company }) => void navigate(companyAddress(company))}
        sorting={{ sort: state.sort, order: state.order, onSort: sortBy }}
        page={state.page}
        pageSize={COMPANIES_PER_PAGE}
        onPage={(page) => change({ page })}
        failed="Failed to load company data. Please try again."
        empty={
          isCompanyListFiltered(state) ? (
            <PanelEmpty text="No Companies Match Your Filters">
              <Button onClick={() => change(NO_COMPANY_FILTERS)}>Clear</Button>
            </PanelEmpty>
          ) : (
            <PanelEmpty text="No Companies Found">
              <Link to="/import">Import a file</Link>
            </PanelEmpty>
          )
        }
      />
    </Panel>
  );
}
