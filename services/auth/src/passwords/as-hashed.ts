import { createHmac } from 'node:crypto';
import { hash } from 'bcrypt';

/** A password as the table keeps it. @param cost of bcrypt, whose rounds are 2^cost */
export function asHashed(password: string, pepper: Buffer, cost: number): Promise<string> {
  return hash(prepared(password, pepper), cost);
}

/**
 * bcrypt ignores everything after 72 bytes and after a NUL: it is given a keyed hash of fixed length instead. NFKC
 * makes the same password typed on two keyboards the same (NIST SP 800-63B section 5.1.1.2).
 */
export function prepared(password: string, pepper: Buffer): string {
  return createHmac('sha256', pepper).update(password.normalize('NFKC'), 'utf8').digest('base64');
}
