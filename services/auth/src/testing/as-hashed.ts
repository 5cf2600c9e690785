import { createHmac } from 'node:crypto';
import { hash } from 'bcrypt';

/** Of bcrypt, as 2^n rounds: cheap to check, made the same way. */
export const QUICK = 4;
export const AS_IN_PRODUCTION = 12;

/** A password as the table keeps it. @param pepper hexadecimal, of the installation it is for */
export function asHashed(password: string, pepper: string, cost: number): Promise<string> {
  const prepared = createHmac('sha256', Buffer.from(pepper, 'hex')).update(password.normalize('NFKC'));
  return hash(prepared.digest('base64'), cost);
}
