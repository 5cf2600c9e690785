import { CompanyCards } from './list/company-cards.tsx';
import { CompanyList } from './list/company-list.tsx';
import './companies.css';

export default function CompaniesScreen() {
  return (
    <div className="screen-rows">
      <CompanyCards />
      <CompanyList />
    </div>
  );
}
