/** Rows of import files, plausible unless a test says otherwise. */

/** Extraction shape (spec section 3). Each has its own trace number unless one is given. */
export function aRow(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    company: 'ACME PAYROLL',
    last_name: 'Sample',
    first_name: 'Paula',
    account_number: '100000017',
    original_account: '100000017',
    transaction_code: '22',
    amount: '1250.00',
    transaction_type: 'Credit',
    posting_date: '2026-03-02',
    entry_description: 'PAYROLL',
    class: 'PPD',
    check_tracer_number: nextTrace(),
    batch: '1',
    ...fields,
  };
}

/** Dashboard shape: it has no trace number. */
export function aDashboardRow(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    memberId: 'M100',
    memberName: 'Paula Sample',
    accountId: '100000017',
    transactionType: 'withdrawal',
    amount: '2.50',
    transactionDate: '2026-03-02T09:15:00Z',
    description: 'CITY TRANSIT FARE',
    routingNumber: '021000021',
    achCode: 'WEB',
    ...fields,
  };
}

let traces = 0;

function nextTrace(): string {
  traces += 1;
  return `0210000200${String(traces).padStart(5, '0')}`;
}

/** A file in the extraction shape. */
export function aFile(rows: Record<string, unknown>[]): string {
  return JSON.stringify({ transactions: rows }, null, 1);
}
