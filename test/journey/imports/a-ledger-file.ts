interface LedgerFileOptions {
  rows: number;
  /** Rows with other numbers are other entries. */
  firstRow?: number;
}

/** A file of plain entries in the shape of extracted documents, no two alike; small accounts that stay quiet. */
export function aLedgerFile({ rows, firstRow = 0 }: LedgerFileOptions): string {
  const lines = Array.from({ length: rows }, (_, at) => JSON.stringify(aRow(firstRow + at)));
  return `{"transactions":[\n${lines.join(',\n')}\n]}`;
}

function aRow(number: number): Record<string, string> {
  const account = String(4_000_000_000 + (number % 5_000));
  return {
    company: `EXAMPLE UTILITY ${number % 40}`,
    last_name: 'SAMPLE',
    first_name: `DANA ${number % 5_000}`,
    account_number: account,
    original_account: account,
    transaction_code: '27',
    amount: `${10 + (number % 90)}.${String(number % 100).padStart(2, '0')}`,
    transaction_type: 'Debit',
    posting_date: `2026-0${1 + (number % 9)}-${String(1 + (number % 28)).padStart(2, '0')}`,
    check_tracer_number: String(91_000_010_000_000 + number).padStart(15, '0'),
  };
}
