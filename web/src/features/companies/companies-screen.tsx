import './companies.css';
import { useQuery } from '@tanstack/react-query';
import { getCompaniesOverview } from '../../api/companies-api.ts';
import { AsOf } from '../../components/definition-info.tsx';
import { FigureCard, FigureCards, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { formatCount } from '../../lib/number-format.ts';
import { CompanyList } from './company-list.tsx';

function CompanyCards() {
  const overview = useQuery(getCompaniesOverview());
  return (
    <QueryStates query={overview} skeleton={<FigureCardsSkeleton />} failed="The key figures could not be loaded.">
      {({ asOf, companies, totalMembers, totalTransactions, highRisk }) => (
        <>
          <AsOf day={asOf} />
          <FigureCards>
            <FigureCard definition="companies" figure={formatCount(companies)} note="originators in the ledger" />
            <FigureCard definition="membersOfCompanies" figure={formatCount(totalMembers)} note="each counted once" />
            <FigureCard
              definition="companyTransactions"
              figure={formatCount(totalTransactions)}
              note="that moved money"
            />
            <FigureCard
              label="High Risk"
              figure={formatCount(highRisk)}
              definition="companyRiskLevel"
              link={highRisk > 0 && { to: '/companies?riskLevel=high', text: 'Show companies' }}
            />
          </FigureCards>
        </>
      )}
    </QueryStates>
  );
}

export default function CompaniesScreen() {
  return (
    <div className="screen-rows">
      <CompanyCards />
      <CompanyList />
    </div>
  );
}
