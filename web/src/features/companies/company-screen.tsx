import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import { AS_IT_WAS } from '../../addresses/as-it-was.ts';
import { companyIn } from '../../addresses/company-address.ts';
import { useListAddress } from '../../addresses/remembered-list.ts';
import { ApiError } from '../../api/http.ts';
import { getCompany } from '../../api/list-companies.ts';
import { FigureCardsSkeleton } from '../../figures/figure-cards.tsx';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { BackToCompanies } from './detail/back-to-companies.tsx';
import { CompanyDetails } from './detail/company-details.tsx';
import './companies.css';

export default function CompanyScreen() {
  const { pathname } = useLocation();
  const company = companyIn(pathname) ?? '';
  return <Company key={company} company={company} />;
}

function Company({ company }: { company: string }) {
  const details = useQuery(getCompany(company));
  // Asked before what was read earlier: the import that brought the company may have been undone meanwhile.
  if (details.error instanceof ApiError && details.error.status === 404) {
    return <CompanyNotFound company={company} />;
  }
  return (
    <div className="screen-rows">
      {details.data === undefined && <BackToCompanies />}
      <QueryStates
        query={details}
        skeleton={
          <div className="screen-rows">
            <FigureCardsSkeleton />
            <div className="panel table-skeleton">
              <SkeletonLines lines={3} height={28} />
            </div>
            <div className="panel table-skeleton">
              <SkeletonLines lines={1} height={320} />
            </div>
          </div>
        }
        failed="Failed to load company details. Please try again."
      >
        {(detail) => <CompanyDetails detail={detail} />}
      </QueryStates>
    </div>
  );
}

function CompanyNotFound({ company }: { company: string }) {
  const navigate = useNavigate();
  const list = useListAddress('/companies');
  return (
    <Panel title="Company Not Found">
      <PanelEmpty text={`The ledger holds no company called ${company}`}>
        <Button type="primary" onClick={() => void navigate(list, { state: AS_IT_WAS })}>
          Back to Companies
        </Button>
      </PanelEmpty>
    </Panel>
  );
}
