import './components.css';
import { NavLink } from 'react-router-dom';

export function ImportTabs() {
  return (
    <nav className="import-tabs" aria-label="Import types">
      <NavLink to="/import" end>
        Transaction files
      </NavLink>
      <NavLink to="/import/documents">Documents</NavLink>
    </nav>
  );
}

export const TRANSACTIONS_JSON_EXAMPLE = `{
  "transactions": [
    {
      "company": "Example Payroll Co",
      "last_name": "Sample",
      "first_name": "Dana",
      "account_number": "4000123456",
      "original_account": "4000123456",
      "transaction_code": "22",
      "amount": "$1,250.00",
      "transaction_type": "Credit",
      "posting_date": "2026-03-02"
    }
  ]
}`;
