import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { DataSource } from 'typeorm';
import { AuditChainRepository } from '../audit/audit-chain.repository.ts';
import { keyIdOf } from '../audit/audit-keys.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import type { AuditCommandEnvironment } from './audit-command.environment.ts';

/**
 * The log as a program for operators writes it: by the key of the newest event. That is the one the running service
 * uses, who may not have been restarted since the keys were exchanged and could not check what a newer one makes.
 */
export async function operatorLog(
  { AUDIT_KEYS }: Pick<AuditCommandEnvironment, 'AUDIT_KEYS'>,
  database: Pick<DataSource, 'query'>,
): Promise<AuditLog> {
  const [head] = await database.query<Row[]>('SELECT key_id FROM auth.audit_head');
  const keys = AUDIT_KEYS.split(',');
  const inUse = keys.filter((key) => head !== undefined && keyIdOf(key) === textOf(head, 'key_id'));
  const others = keys.filter((key) => !inUse.includes(key));
  return new AuditLog(new AuditChainRepository(), { AUDIT_KEYS: [...inUse, ...others].join(',') });
}
