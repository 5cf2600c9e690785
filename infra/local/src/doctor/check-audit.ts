import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RolePasswords } from '@clearwatch/infra-postgres/role-address';
import { addressFor } from '@clearwatch/infra-postgres/role-address';
import { PROJECT_ROOT } from '../project-root.ts';
import { type Finding, well, wrong } from './finding.ts';

/** Walks the audit log as `npm run audit:verify` does, up to its head. */
export async function checkAudit(options: {
  ownerUrl: string;
  passwords: RolePasswords;
  auditKeys: string;
}): Promise<Finding[]> {
  const program = join(PROJECT_ROOT, 'services', 'auth', 'dist', 'commands', 'verify-audit.js');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: addressFor(options.ownerUrl, 'clearwatch_auth', options.passwords),
      AUDIT_KEYS: options.auditKeys,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = said.trim().split('\n');
  if (code === 0) return [well('audit log', lines.join(' '))];
  return [
    wrong(
      'audit log',
      lines.join(' '),
      'docs/how-to/verify-the-audit-log.md says what to do with a log that is broken.',
    ),
  ];
}
