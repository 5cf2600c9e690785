import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';

/** Names as files bring them, each with something an address could stumble over. */
export const COMPANY = 'A/B 100% Cotton & Söhne #1?';
export const HIDDEN_COMPANY = '.NET Works';
export const MEMBER = { first_name: 'José/Ana', last_name: "O'Núñez 50%", account_number: '4000000017' };
export const NAMESAKE_ACCOUNT = '4000000025';

export const NAMELESS_ACCOUNT = '4000000033';

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09'];

/** Nine months of pay for thirty members, and for two accounts of one name. */
export function aPayrollLedger(): { transactions: Record<string, string>[] } {
  const quiet = Array.from({ length: 30 }, (_, number) => {
    const account = String(4_000_001_000 + number);
    return paid({ first_name: 'DANA', last_name: `SAMPLE ${number}`, account_number: account });
  });
  const namesake = Object.assign({}, MEMBER, { account_number: NAMESAKE_ACCOUNT });
  const transactions = [...[MEMBER, namesake].flatMap(paid), ...quiet.flat()];
  return { transactions };
}

/** One entry that names nobody: only a bank's own file can bring it. */
export function aNamelessEntry(): string {
  return aNachaFile([{ sec: 'PPD', entries: [{ fields: { account: NAMELESS_ACCOUNT } }] }]).join('\n');
}

type Named = Record<'first_name' | 'last_name' | 'account_number', string>;

function paid(member: Named): Record<string, string>[] {
  return MONTHS.flatMap((month) => [
    entry(member, { company: COMPANY, amount: '2500.10', posting_date: `2026-${month}-01` }),
    entry(member, {
      company: HIDDEN_COMPANY,
      amount: '1900.00',
      transaction_type: 'Debit',
      transaction_code: '27',
      posting_date: `2026-${month}-15`,
    }),
  ]);
}

function entry(member: Named, told: Record<string, string>): Record<string, string> {
  return Object.assign(
    {
      original_account: member.account_number,
      transaction_code: '22',
      amount: '10.00',
      transaction_type: 'Credit',
    },
    member,
    told,
  );
}
