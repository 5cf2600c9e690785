import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of the extraction shape (spec section 3) with everything but the told fields made up. */
export function extractionRow(told: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    company: 'ACME PAYROLL',
    last_name: 'SAMPLE',
    first_name: 'SAM',
    account_number: '1000001',
    original_account: '1000001',
    transaction_code: '22',
    amount: '100.00',
    transaction_type: 'Credit',
    posting_date: '2026-03-02',
    ...told,
  };
}

export function writeJsonFile(directory: string, name: string, content: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
