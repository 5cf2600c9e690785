import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { extractionRow, writeJsonFile } from './testing/stack-ledgers.ts';

/** Names with characters that separate, quote or escape the text around them. */
const ODD_NAMES = ["O'Hara/Lee", '100% Ünïcode & Söhne?', 'a+b=c;#d', '..%2F..', '<b>"x"</b>', '李雷', 'back\\slash'];

let installation: TemporaryInstallation;
let admin: StaffClient;

beforeAll(async () => {
  installation = await startTemporaryInstallation({});
  admin = await signedInAdmin(installation);
}, 90_000);
afterAll(() => installation?.remove(), 60_000);

const read = async <T>(path: string): Promise<T> => (await admin.expect(200, 'GET', path)).json() as T;
const segment = encodeURIComponent;

async function upload(rows: object[]): Promise<void> {
  const file = writeJsonFile(installation.dataDirectory, `${rows.length}.json`, { transactions: rows });
  const { status, text } = await admin.upload(file);
  if (status !== 200) throw new Error(text);
}

describe('unusual names', () => {
  beforeAll(() =>
    upload(
      ODD_NAMES.map((name, at) =>
        extractionRow({
          first_name: name,
          last_name: name,
          company: name,
          account_number: `77000${at}`,
          original_account: `77000${at}`,
        }),
      ),
    ),
  );

  it.each(ODD_NAMES)('a member and a company named %s are found and shown through the gateway', async (name) => {
    const found = await read<{ id: number; firstName: string }[]>(`/api/members?search=${segment(name)}`);
    expect(found).toMatchObject([{ firstName: name }]);
    const path = `/api/members/detail/${segment(name)}/${segment(name)}`;
    const detail = await read<{ member: { id: number; lastName: string } }>(path);
    expect(detail.member).toMatchObject({ id: found[0]?.id, lastName: name });
    expect(await read(`/api/companies/${segment(name)}/details`)).toMatchObject({
      company: name,
      memberCount: 1,
    });
  });

  it('members and companies are in the lists right after an upload', async () => {
    await upload([
      extractionRow({
        account_number: '880001',
        original_account: '880001',
        company: 'LATE COMER',
        amount: '9.00',
      }),
    ]);
    expect(await read('/api/members?search=880001')).toMatchObject([{ totalCredits: '9.00' }]);
    expect(await read('/api/companies/summary?company=late')).toMatchObject([{ totalCredits: '9.00' }]);
    expect(await read('/api/members/count')).toEqual({ totalMembers: ODD_NAMES.length + 1 });
  });

  it('members and companies leave the lists when their import is undone', async () => {
    const [latest] = await read<{ importId: number }[]>('/api/imports');
    await admin.expect(202, 'DELETE', `/api/imports/${latest?.importId}`);
    await waitUntil(
      'the undone import has left the lists',
      async () => (await read<object[]>('/api/companies/summary?company=late')).length === 0,
      20_000,
    );
    expect(await read('/api/members/count')).toEqual({ totalMembers: ODD_NAMES.length });
  });
});

describe('dashboard format', () => {
  const account = '990001';
  const entry = (description: string, transactionType: string, amount: string, day: string) => ({
    memberName: 'Dana Boardman',
    accountId: account,
    transactionType,
    amount,
    transactionDate: `${day}T09:15:00Z`,
    description,
  });
  const namesOfCompanies = async () =>
    (await read<{ company: string }[]>('/api/companies/summary')).map(({ company }) => company);
  let companies: string[];

  beforeAll(async () => {
    companies = await namesOfCompanies();
    const paid = [
      entry('RENT', 'withdrawal', '850.00', '2026-01-05'),
      entry('RENT', 'withdrawal', '850.00', '2026-02-05'),
      entry('CARD', 'withdrawal', '31.25', '2026-02-09'),
      entry('CARD', 'deposit', '12.50', '2026-03-02'),
    ];
    await upload(paid);
    await waitUntil(
      'the member is in the list',
      async () => (await read<object[]>(`/api/members?search=${account}`)).length === 1,
      20_000,
    );
  });

  it('a description in the dashboard format creates no company, and so no partnership score', async () => {
    // The file names no company, and unknown companies are not listed, so only companies from earlier files remain.
    expect(companies).toHaveLength(ODD_NAMES.length);
    expect(await namesOfCompanies()).toEqual(companies);
    for (const name of ['RENT', 'CARD', 'Unknown originator'])
      await admin.expect(404, 'GET', `/api/companies/${segment(name)}/details`);
  });

  it('dashboard format rows appear on the member page with an unknown company and in no company list', async () => {
    const { member } = await read<{ member: { id: number } }>('/api/members/detail/Dana/Boardman');
    expect(member).toMatchObject({
      displayName: 'Dana Boardman',
      company: 'Unknown originator',
      totalCredits: '12.50',
      totalDebits: '1731.25',
    });
    expect(await read(`/api/members/${member.id}/overview`)).toMatchObject({
      companies: [],
      companyCount: 0,
    });
  });

  it('dashboard format rows keep the description of each transaction as its entry description', async () => {
    const stored = await read<{ entryDescription: string; company: string; amount: string }[]>(
      `/api/transactions?accountNumber=${account}`,
    );
    expect(stored.map(({ company, entryDescription, amount }) => [company, entryDescription, amount])).toEqual([
      ['Unknown originator', 'CARD', '12.50'],
      ['Unknown originator', 'CARD', '31.25'],
      ['Unknown originator', 'RENT', '850.00'],
      ['Unknown originator', 'RENT', '850.00'],
    ]);
  });
});
