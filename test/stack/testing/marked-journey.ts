import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  TEMPORARY_FIRST_PASSWORD,
  TEMPORARY_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { generateSync } from 'otplib';
import { extractionRow, writeJsonFile } from './stack-ledgers.ts';

/** A finished workday. Its texts occur nowhere else, so that any leak into a log is found. */
export interface MarkedDay {
  /** Still signed in. */
  admin: StaffClient;
  /** Passwords, codes, seeds, recovery codes and cookies, which must not be stored anywhere. */
  secrets: string[];
  /** Session ids, allowed only in their own table. */
  sessionIds: string[];
  /** Member data and file contents, allowed only in the tables where they belong. */
  personal: string[];
}

const MEMBER = { last_name: 'MARKERSON', first_name: 'MARKERINE', account_number: '770077123' };
const COMPANY = 'MARKER PAYROLL CO';
const UNKNOWN_COMPANY = 'MARKER STRANGER LLC';
const ADDENDA = 'MARKER ADDENDA 99';
const NOTE = 'MARKER NOTE sale of a house';
const QUESTION = 'MARKER QUESTION who pays';
const WRONG_PASSWORD = 'marker wrong password';
/** Text typed into the wrong field. It forges a log line if user names are logged unescaped. */
const TYPED_AS_NAME = 'marker typed as name\n{"level":"info","msg":"FORGED"}\u001b[31m';
const NEW_PASSWORD = 'marker new password 1';

/** Regular credits and one large one, which raises a large credit alert. */
function ledger(): object[] {
  const row = (day: string, amount: string, company = COMPANY) =>
    extractionRow({
      ...MEMBER,
      original_account: MEMBER.account_number,
      company,
      addenda: ADDENDA,
      posting_date: day,
      amount,
    });
  const months = Array.from({ length: 8 }, (_, month) => row(`2026-0${month + 1}-15`, '1500.00'));
  return [...months, row('2026-09-15', '93000.00', UNKNOWN_COMPANY), row('2026-09-16', '12,MARKERAMOUNT')];
}

/** Performs a staff workday, including mistakes. @returns the texts that must not leak */
export async function performMarkedDay(installation: TemporaryInstallation): Promise<MarkedDay> {
  const admin = installation.newClient();
  const secrets = new Set([TEMPORARY_FIRST_PASSWORD, TEMPORARY_PASSWORD, WRONG_PASSWORD, NEW_PASSWORD, 'marker typed']);
  const sessionIds = new Set<string>();
  const rememberSession = (): void => {
    const cookie = (name: string) => admin.cookieList.find((one) => one.name === name)?.value;
    const value = decodeURIComponent(cookie('clearwatch') ?? '');
    const device = cookie('clearwatch-device');
    if (device !== undefined) secrets.add(device);
    const [id = '', signature = ''] = value.replace(/^s:/, '').split('.');
    sessionIds.add(id);
    secrets.add(signature);
  };
  const login = (body: object) => admin.call('POST', '/api/auth/login', body);

  await login({ username: 'admin', password: WRONG_PASSWORD });
  await login({ username: TYPED_AS_NAME, password: WRONG_PASSWORD });
  await login({ username: 'admin', password: TEMPORARY_FIRST_PASSWORD });
  rememberSession();
  const passwords = { currentPassword: TEMPORARY_FIRST_PASSWORD, newPassword: TEMPORARY_PASSWORD };
  await admin.call('POST', '/api/auth/change-password', { ...passwords, currentPassword: WRONG_PASSWORD });
  await admin.expect(200, 'POST', '/api/auth/change-password', passwords);
  rememberSession();
  const { secret } = (await admin.expect(200, 'POST', '/api/auth/setup-2fa')).json() as { secret: string };
  secrets.add(secret);
  await admin.get('/api/auth/two-factor-qr');
  const twoFactorCode = generateSync({ secret });
  secrets.add(twoFactorCode);
  const verified = await admin.expect(200, 'POST', '/api/auth/verify-2fa', { twoFactorCode });
  const { recoveryCodes } = verified.json() as { recoveryCodes: string[] };
  for (const code of recoveryCodes) secrets.add(code).add(code.replace('-', ''));
  rememberSession();
  await admin.expect(204, 'POST', '/api/auth/logout');
  await login({ username: 'admin', password: TEMPORARY_PASSWORD, twoFactorCode });
  await login({ username: 'admin', password: TEMPORARY_PASSWORD, twoFactorCode: recoveryCodes[0] });
  rememberSession();

  await manageUsers(installation, { admin, secrets });
  await workWithFiles(installation, admin);
  await readReports(admin);
  await searchAndExport(admin);
  for (const path of [
    `/api/nothing/${MEMBER.last_name}?name=${MEMBER.first_name}`,
    `/analysis/member/${MEMBER.first_name}/${MEMBER.last_name}`,
    `/api/members?search=${MEMBER.last_name}`,
    `/api/members/detail/${MEMBER.first_name}/${MEMBER.last_name}`,
    `/api/companies/${encodeURIComponent(COMPANY)}/details`,
    `/api/companies/summary?search=${encodeURIComponent(UNKNOWN_COMPANY)}`,
    `/api/imports/${MEMBER.account_number}`,
    `/api/audit-events?search=${MEMBER.last_name}`,
    '/api/audit-events/export?action=user',
  ]) {
    await admin.get(path);
  }
  await admin.call('POST', '/api/audit-events/verify');
  return {
    admin,
    secrets: [...secrets],
    sessionIds: [...sessionIds],
    personal: [...Object.values(MEMBER), COMPANY, UNKNOWN_COMPANY, ADDENDA, NOTE, QUESTION, 'MARKERAMOUNT'],
  };
}

async function manageUsers(
  installation: TemporaryInstallation,
  { admin, secrets }: { admin: StaffClient; secrets: Set<string> },
): Promise<void> {
  const created = await admin.expect(201, 'POST', '/api/users', {
    username: 'marked.user',
    password: TEMPORARY_PASSWORD,
    confirmPassword: TEMPORARY_PASSWORD,
  });
  const { id } = created.json() as { id: number };
  const user = installation.newClient();
  const wrong = { username: 'marked.user', password: WRONG_PASSWORD };
  for (let tries = 0; tries < 4; tries += 1) await user.call('POST', '/api/auth/login', wrong);
  await admin.expect(200, 'POST', `/api/users/${id}/unlock`);
  await admin.expect(200, 'PUT', `/api/users/${id}`, { role: 'Admin' });
  await admin.expect(200, 'PUT', `/api/users/${id}`, { isActive: false });
  await admin.expect(200, 'PUT', `/api/users/${id}`, { isActive: true, role: 'User' });
  await admin.expect(200, 'POST', `/api/users/${id}/reset-password`, { newPassword: NEW_PASSWORD });
  await user.signInForTheFirstTime('marked.user', NEW_PASSWORD, TEMPORARY_PASSWORD).catch(() => undefined);
  await user.get('/api/users');
  const reset = await admin.expect(200, 'POST', `/api/users/${id}/reset-two-factor`);
  const { activationCode } = reset.json() as { activationCode: string };
  secrets.add(activationCode).add(activationCode.replace('-', ''));
  await admin.expect(204, 'DELETE', `/api/users/${id}`);
}

async function workWithFiles(installation: TemporaryInstallation, admin: StaffClient): Promise<void> {
  const file = (name: string, content: unknown) => writeJsonFile(installation.dataDirectory, name, content);
  const uploaded = await admin.upload(file('ledger.json', { transactions: ledger() }));
  if (uploaded.status !== 200) throw new Error(uploaded.text);
  await admin.upload(file('broken.json', `[{"company":"${COMPANY}", ${MEMBER.last_name}`));
  const binary = join(installation.dataDirectory, 'binary.json');
  writeFileSync(binary, `\u0000${MEMBER.last_name}`);
  await admin.upload(binary);
  const alerts = async () => (await admin.get('/api/unusual-activities')).json() as { id: number }[];
  await waitUntil('an alert is raised', async () => (await alerts()).length > 0, 30_000);
  const [alert] = await alerts();
  await admin.expect(200, 'GET', `/api/unusual-activities/${alert?.id}`);
  const review = { outcome: 'explained', note: NOTE };
  await admin.expect(200, 'PATCH', `/api/unusual-activities/${alert?.id}/review`, review);
}

/** Generates a report with a custom prompt about a member, reads it and exports it. */
async function readReports(admin: StaffClient): Promise<void> {
  const customPrompt = `${QUESTION} ${MEMBER.first_name} ${MEMBER.last_name}, and ${COMPANY}?`;
  const report = await admin.expect(201, 'POST', '/api/generate-report', {
    reportType: 'custom',
    customPrompt,
    dateRangeStart: '2026-01-01',
  });
  const { id } = report.json() as { id: number };
  for (const part of ['', '/report.pdf', '/report.md']) await admin.expect(200, 'GET', `/api/reports/${id}${part}`);
  await admin.get('/api/reports');
}

/** Searches by name, addenda and company. The export filter names no member, because the audit log records filters. */
async function searchAndExport(admin: StaffClient): Promise<void> {
  const { first_name: firstName, last_name: lastName } = MEMBER;
  for (const filters of [{ firstName, lastName }, { company: [COMPANY] }, { addenda: ADDENDA }]) {
    const found = await admin.expect(200, 'POST', '/api/reports/transactions', filters);
    if (!found.text.includes(lastName)) throw new Error('the search found nothing');
  }
  const file = await admin.expect(200, 'POST', '/api/reports/export-csv', { transactionType: ['Credit'] });
  if (!file.text.includes(lastName)) throw new Error('nothing was exported');
}
