import { Panel } from '../../panels/panel.tsx';

const LIST_EXAMPLE = `[
  {
    "memberId": "M-1001",
    "memberName": "Dana Sample",
    "accountId": "4000123456",
    "transactionType": "deposit",
    "amount": "1250.00",
    "transactionDate": "2026-03-02T09:15:00Z",
    "description": "PAYROLL",
    "routingNumber": "999999992",
    "achCode": "PPD"
  }
]`;

const OBJECT_EXAMPLE = `{
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

/** The two JSON shapes that are understood (spec section 3). */
export function FormatCard() {
  return (
    <Panel title="JSON format" className="import-format">
      <p>
        Two shapes are understood; the file may use either. Rows that do not fit are listed, the others are
        stored.
      </p>
      <div className="format-shapes">
        <div>
          <h3>A list of transactions</h3>
          <p className="quiet">
            deposit and credit become credits; withdrawal, debit and payment become debits. Amounts are
            decimal text.
          </p>
          <pre>{LIST_EXAMPLE}</pre>
        </div>
        <div>
          <h3>An object with a transactions list</h3>
          <p className="quiet">
            Required: company, last_name, first_name, account_number, original_account, transaction_code,
            amount, transaction_type (Credit or Debit). Recommended: posting_date.
          </p>
          <pre>{OBJECT_EXAMPLE}</pre>
        </div>
      </div>
    </Panel>
  );
}
