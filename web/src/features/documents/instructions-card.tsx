import { Panel } from '../../panels/panel.tsx';

const EXAMPLE = `{
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

/** What a document must say, and the JSON that says the same (spec section 3, extraction page). */
export function InstructionsCard() {
  return (
    <Panel title="Import Instructions" className="documents-instructions">
      <p>
        A document needs a table, or named values, with the account, the name, the company, the amount and
        whether it is a credit or a debit. What cannot be read with certainty waits for you; nothing is
        guessed.
      </p>
      <p className="quiet">
        Data that is JSON already goes in under Transaction files. Required: company, last_name, first_name,
        account_number, original_account, transaction_code, amount, transaction_type (Credit or Debit).
        Recommended: posting_date.
      </p>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{EXAMPLE}</pre>
    </Panel>
  );
}
